/* Gives the pictures of an open notebook the `alt` texts of their cells, which JupyterLab does not look for; and closes
   the file browser of a narrow window, which would leave a notebook the width of a thumb.

   JupyterLab loads this as a federated extension, such as webpack makes them: a container whose `get` gives a module. */

const PICTURES = ".jp-OutputArea-output img:not([alt]), .jp-OutputArea-output .widget-html svg:not([aria-label])";
const REST = 100; // milliseconds: a page changes often
const NARROW = 600; // pixels of a window in which a file browser takes half

/* The text of the cell in which a node lies, if it is in an open notebook */
function textFor(app, node) {
  for (const panel of app.shell.widgets("main")) {
    const cell = panel.content?.widgets?.find((widget) => widget.node.contains(node));
    if (cell) return cell.model?.getMetadata?.("alt");
  }
  return undefined;
}

function describe(app) {
  for (const picture of document.querySelectorAll(PICTURES)) {
    const text = textFor(app, picture);
    if (!text) continue;
    if (picture.tagName === "IMG") picture.alt = text;
    else Object.entries({ role: "img", "aria-label": text }).forEach((named) => picture.setAttribute(...named));
  }
}

const plugin = {
  id: "puzzlekit:alt",
  description: "Alt texts of pictures, from the metadata of their cells",
  autoStart: true,
  activate: (app) => {
    let timer = 0;
    const soon = () => {
      timer = 0;
      describe(app);
    };
    const changed = () => (timer ||= setTimeout(soon, REST));
    new MutationObserver(changed).observe(document.body, { childList: true, subtree: true });
  },
};

const narrow = {
  id: "puzzlekit:narrow",
  description: "Closes the file browser of a narrow window at the start",
  autoStart: true,
  activate: (app) => {
    app.restored.then(() => window.innerWidth < NARROW && app.shell.collapseLeft?.());
  },
};

(globalThis._JUPYTERLAB ||= {}).puzzlekit = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: [plugin, narrow] }),
};

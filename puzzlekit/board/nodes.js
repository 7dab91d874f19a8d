/* The nodes of a page. Whatever comes from Python goes through setAttribute and text nodes only, so no text can become
   a script. */

export function html(tag, attributes = {}, children = []) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, children = []) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

const EDGE_NAME = /(\(\d+,\d+\)-\(\d+,\d+\))/; // of an edge, by its ends

/* A text in which no line ends inside the name of an edge. It stays the same text, for those who copy it. */
export function unbroken(text) {
  return text.split(EDGE_NAME).map((part, i) => (i % 2 ? html("bdi", { class: "pk-unbroken" }, part) : part));
}

export function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...[children].flat()); // a string becomes a text node
  return node;
}

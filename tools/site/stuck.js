/* Whoever is stuck on a puzzle pastes its link: a board opens with it. */

export function listen(form, opened) {
  const field = form.elements.link;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    opened.open(field.value);
  });
  for (const link of document.querySelectorAll("[data-link]"))
    link.addEventListener("click", () => opened.open(link.dataset.link));
  opened.tell = (text) => (field.value = text);
}

// Menus close when something in them is done, when the focus goes elsewhere, and with Escape.

const open = () => [...document.querySelectorAll("details.more[open]")];

document.addEventListener("click", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  const menu = open().at(-1);
  if (!menu) return;
  event.stopImmediatePropagation();
  menu.open = false;
  menu.querySelector("summary").focus();
}, true);

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr.status !== 204) return;
  const menu = detail.elt.closest?.("details.more, details.rename");
  if (menu) menu.open = false;
});

// What is about to be edited can be written at once.
document.addEventListener("toggle", (event) => {
  if (event.target.open && event.target.matches("details.edit, details.rename")) event.target.querySelector("textarea, input")?.focus();
}, true);

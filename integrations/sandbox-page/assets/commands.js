// A slash at the beginning offers the commands there are.

const asked = (event) => event.target.closest?.(".composer textarea[data-commands]");
const list = (text) => document.getElementById(text.id.replace("-text", "-commands"));

/** The commands that begin as the text does. */
function fitting(text) {
  if (!/^\/[\w-]*$/.test(text.value)) return [];
  return text.dataset.commands.split(" ").filter((name) => name.startsWith(text.value) && name !== text.value);
}

function offer(text) {
  const names = fitting(text);
  const items = names.map((name, index) => {
    const item = document.createElement("li");
    item.textContent = name;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", String(index === 0));
    return item;
  });
  list(text).replaceChildren(...items);
  list(text).hidden = items.length === 0;
}

function take(text, name) {
  text.value = `${name} `;
  text.focus();
  offer(text);
}

function move(text, by) {
  const items = [...list(text).children];
  const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
  items.forEach((item, index) => item.setAttribute("aria-selected", String(index === (at + by + items.length) % items.length)));
}

document.addEventListener("input", (event) => {
  const text = asked(event);
  if (text) offer(text);
});

document.addEventListener("keydown", (event) => {
  const text = asked(event);
  if (!text || list(text).hidden || event.isComposing) return;
  const chosen = list(text).querySelector('[aria-selected="true"]');
  if (event.key === "ArrowDown") move(text, 1);
  else if (event.key === "ArrowUp") move(text, -1);
  else if (event.key === "Tab" || (event.key === "Enter" && chosen)) take(text, chosen.textContent);
  else if (event.key === "Escape") list(text).hidden = true;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("mousedown", (event) => {
  const item = event.target.closest?.(".commands li");
  if (!item) return;
  event.preventDefault();
  take(item.closest(".composer").elements.text, item.textContent);
});

// The form a person has open: shown over everything, closed with Escape, and never forgetting what was typed.

const slot = document.getElementById("modal-slot");
const FIELDS = "input:not([type=hidden]), textarea, select";

/** Where the focus was before the form came. */
let before = null;
let view = null;

function show() {
  const dialog = slot.querySelector("dialog");
  const shown = dialog?.dataset.view ?? null;
  if (dialog && !dialog.open) {
    if (view === null) before = document.activeElement;
    dialog.showModal();
  }
  const wrong = dialog?.querySelector('[aria-invalid="true"]');
  if (dialog && (shown !== view || !dialog.contains(document.activeElement))) {
    const field = wrong ?? dialog.querySelector(FIELDS);
    // What is there to be read is read from its beginning, however far down its buttons are.
    (field ?? document.getElementById("modal-submit") ?? document.getElementById("modal-close")).focus({ preventScroll: field === null });
  }
  if (!dialog && view !== null) {
    const back = before?.isConnected ? before : document.getElementById("composer-text");
    before = null;
    back?.focus({ preventScroll: true });
  }
  view = shown;
}

// Escape asks for the same as the button.
slot.addEventListener("cancel", (event) => {
  event.preventDefault();
  document.getElementById("modal-close")?.click();
}, true);

// The server does not know what is being typed.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (here, fresh) => {
  if (!here.id || here.id !== fresh.id || !slot.contains(here) || !here.matches(FIELDS)) return;
  if (here.type === "checkbox" || here.type === "radio") {
    fresh.toggleAttribute("checked", here.checked);
  } else if (here.tagName === "SELECT") {
    const chosen = new Set([...here.selectedOptions].map((option) => option.value));
    for (const option of fresh.options) option.toggleAttribute("selected", chosen.has(option.value));
  } else if (here.tagName === "INPUT") {
    fresh.setAttribute("value", here.value);
  } else {
    fresh.textContent = here.value;
    fresh.value = here.value;
  }
};

new MutationObserver(show).observe(slot, { childList: true, subtree: true, attributeFilter: ["data-view", "aria-invalid"] });
show();

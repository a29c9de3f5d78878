// Keeps the parts of the page up to date: the server says which have changed, htmx fetches them, and what is
// focused, scrolled or opened stays so.

let source = null;
let watched = null;

/** Listens to what is open now. A tab nobody looks at does not listen; it catches up when it is looked at. */
export function watch() {
  const wanted = document.hidden ? null : document.getElementById("thread-slot").dataset.watch;
  if (wanted === watched) return;
  watched = wanted;
  source?.close();
  source = null;
  if (wanted === null) return;
  source = new EventSource(`${document.body.dataset.live}?${wanted}`);
  source.addEventListener("changed", (event) => event.data.split(" ").forEach(refresh));
}

document.addEventListener("visibilitychange", watch);

function refresh(name) {
  const region = document.querySelector(`[data-part="${name}"]`);
  if (!region || watched === null) return;
  const address = `${document.body.dataset.parts}/${name}?${watched}`;
  htmx.ajax("GET", address, { source: region, target: region, swap: "morph:innerHTML" });
}

// What a person has opened stays open.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");

const before = new WeakMap();

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (!target.dataset?.part) return;
  const focused = target.contains(document.activeElement) ? document.activeElement : null;
  before.set(target, {
    atEnd: target.scrollHeight - target.scrollTop - target.clientHeight < 48,
    focused: focused !== null,
    message: focused?.closest("[data-ts]")?.id,
  });
});

document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  const was = target && before.get(target);
  if (!was) return;
  before.delete(target);
  if (was.atEnd && target.getAttribute("role") === "log") toEnd(target);
  // A pressed button may be gone with its card: go on from the message it was in.
  if (was.focused && (document.activeElement === document.body || document.activeElement === null)) {
    (document.getElementById(was.message) ?? target).focus({ preventScroll: true });
  }
});

/** Conversations are read from their end. */
export function toEnd(region) {
  if (!region.querySelector("[data-ts]")) return;
  region.scrollTop = region.scrollHeight;
}

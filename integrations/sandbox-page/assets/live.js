// Keeps the parts of the page up to date: the server says which have changed, htmx fetches them, and what is
// focused, scrolled or opened stays so.

import { answering, silent } from "./notice.js";

const AGAIN_MS = 1000;

let source = null;
let watched = null;
let trying = 0;

/** Listens to what is open now. A tab nobody looks at does not listen; it catches up when it is looked at. */
export function watch() {
  listen(document.hidden ? null : document.getElementById("thread-slot").dataset.watch);
}

function listen(wanted) {
  if (wanted === watched) return;
  watched = wanted;
  connect();
}

function connect() {
  clearTimeout(trying);
  source?.close();
  source = null;
  if (watched === null) return;
  source = new EventSource(`${document.body.dataset.live}?${watched}`);
  source.addEventListener("open", answering);
  source.addEventListener("changed", (event) => event.data.split(" ").forEach(refresh));
  source.addEventListener("error", () => {
    silent();
    source.close();
    trying = setTimeout(connect, AGAIN_MS);
  });
}

document.addEventListener("visibilitychange", watch);
// A page that is left hears its stream end, which is no news.
addEventListener("pagehide", () => listen(null));
addEventListener("pageshow", ({ persisted }) => persisted && watch());

function refresh(name) {
  const region = document.querySelector(`[data-part="${name}"]`);
  if (!region || watched === null) return;
  const address = `${document.body.dataset.parts}/${name}?${watched}`;
  htmx.ajax("GET", address, { source: region, target: region, swap: "morph:innerHTML" });
}

// What a person has opened stays open.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && ["DETAILS", "DIALOG"].includes(node.tagName));

const before = new WeakMap();

/** The panes somebody has just written in: their own message is shown, wherever they had read. */
const writing = new WeakSet();

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr.status !== 204 || !detail.elt.matches(".composer")) return;
  const log = detail.elt.parentElement?.querySelector('[role="log"]');
  if (!log) return;
  writing.add(log);
  // What was written may have come before the answer that it was taken.
  toEnd(log);
});

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (!target.dataset?.part) return;
  const focused = target.contains(document.activeElement) ? document.activeElement : null;
  before.set(target, {
    atEnd: isAtEnd(target),
    newest: newest(target)?.id,
    focused: focused !== null,
    message: focused?.closest("[data-ts]")?.id,
  });
});

document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  const was = target && before.get(target);
  if (!was) return;
  before.delete(target);
  const said = writing.has(target) && newest(target)?.id !== was.newest;
  if (said) writing.delete(target);
  if ((was.atEnd || said) && target.getAttribute("role") === "log") toEnd(target);
  // A pressed button may be gone with its card: go on from the message it was in, or from the newest.
  if (was.focused && (document.activeElement === document.body || document.activeElement === null)) {
    (document.getElementById(was.message) ?? newest(target) ?? target).focus({ preventScroll: true });
  }
});

const newest = (region) => [...region.querySelectorAll("[data-ts]")].at(-1);

const isAtEnd = (region) => region.scrollHeight - region.scrollTop - region.clientHeight < 48;

/** Whether a pane was last left at its end. A thread that opens beside it makes it narrower, and its end moves away. */
const ends = new WeakMap();
document.addEventListener("scroll", ({ target }) => target.role === "log" && ends.set(target, isAtEnd(target)), true);
const sizes = new ResizeObserver((changed) => changed.forEach(({ target }) => ends.get(target) && toEnd(target)));

/** Conversations are read from their end. */
export function toEnd(region) {
  if (!region.querySelector("[data-ts]")) return;
  region.scrollTop = region.scrollHeight;
  ends.set(region, true);
  sizes.observe(region);
}

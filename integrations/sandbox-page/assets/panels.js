// The thread that opens and closes, the menu on a phone, the list of people, and where the focus goes.
import { toEnd } from "./live.js";

const opened = () => document.getElementById("thread-slot").dataset.thread ?? null;
let thread = null;

/** Begins with what the server has shown, and calls `changed` whenever something else is open. */
export function start(changed) {
  thread = opened();
  document.querySelectorAll('[role="log"]').forEach(toEnd);
  write();
  changed();
  document.addEventListener("htmx:afterSettle", () => {
    if (opened() === thread) return;
    const left = thread;
    thread = opened();
    changed();
    if (thread === null) {
      (document.getElementById(`open-${left.replace(".", "-")}`) ?? document.getElementById("composer-text"))?.focus();
    } else {
      toEnd(document.getElementById("thread-messages"));
      write();
    }
  });
}

/** Where a keyboard is at hand, one can write at once; on a phone it would cover half of the page. */
function write() {
  if (!matchMedia("(hover: hover)").matches) return;
  const text = document.getElementById("thread-composer-text") ?? document.getElementById("composer-text");
  text?.focus({ preventScroll: true });
}

const menu = document.getElementById("menu");

function show(open) {
  document.body.classList.toggle("menu-open", open);
  menu.setAttribute("aria-expanded", String(open));
}

menu.addEventListener("click", () => {
  show(!document.body.classList.contains("menu-open"));
  if (document.body.classList.contains("menu-open")) document.querySelector("#sidebar summary").focus();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  const people = document.querySelector("#people[open]");
  if (people) {
    people.open = false;
    people.querySelector("summary").focus();
  } else if (document.body.classList.contains("menu-open")) {
    show(false);
    menu.focus();
  } else {
    document.getElementById("close-thread")?.click();
  }
});

document.addEventListener("click", (event) => {
  const people = document.querySelector("#people[open]");
  if (people && !people.contains(event.target)) people.open = false;
});

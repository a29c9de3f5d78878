// The one place where the page says what went wrong.

const SILENT = "The sandbox does not answer. Is it still running?";

const box = document.getElementById("notice");
let lasting = "";
let clearing = 0;

/** Says something for a while. */
export function notice(words) {
  box.textContent = words;
  clearTimeout(clearing);
  clearing = setTimeout(() => { box.textContent = lasting; }, 10_000);
}

/** Nobody answers: said until somebody does. */
export function silent() {
  if (lasting === SILENT) return;
  lasting = SILENT;
  clearTimeout(clearing);
  box.textContent = lasting;
}

/** Somebody answers again. */
export function answering() {
  if (lasting === "") return;
  lasting = "";
  if (box.textContent === SILENT) box.textContent = "";
}

/** One request was not answered; the stream says whether that lasts. */
export function unanswered() {
  notice(SILENT);
}

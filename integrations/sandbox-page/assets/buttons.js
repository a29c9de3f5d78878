// Buttons of messages: questions before a press counts, links that also tell the app, and what went wrong.
import { notice, unanswered } from "./notice.js";

const question = document.getElementById("question");

/** Asks, in the words of the message, and says whether the person agreed. */
function ask(words) {
  const { title, text, confirm, deny, style } = JSON.parse(words);
  document.getElementById("question-title").textContent = title;
  document.getElementById("question-text").textContent = text;
  document.getElementById("question-no").textContent = deny;
  const yes = document.getElementById("question-yes");
  yes.textContent = confirm;
  yes.className = style === "danger" ? "button danger" : "button primary";
  question.returnValue = "";
  question.showModal();
  yes.focus();
  return new Promise((answer) => {
    question.addEventListener("close", () => answer(question.returnValue === "yes"), { once: true });
  });
}

document.addEventListener("htmx:confirm", (event) => {
  const words = event.detail.elt.dataset?.confirm;
  if (!words) return;
  event.preventDefault();
  ask(words).then((agreed) => agreed && event.detail.issueRequest(true));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-press]");
  if (!link) return;
  if (!link.dataset.confirm) {
    press(link);
    return;
  }
  event.preventDefault();
  ask(link.dataset.confirm).then((agreed) => {
    if (!agreed) return;
    press(link);
    window.open(link.href, "_blank", "noopener,noreferrer");
  });
});

// It looks like a button, so the space bar presses it.
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches?.("a[data-press]")) {
    event.preventDefault();
    event.target.click();
  }
});

async function press(link) {
  try {
    const body = new URLSearchParams(JSON.parse(link.dataset.press));
    const answer = await fetch(link.dataset.to ?? document.body.dataset.click, { method: "POST", body, keepalive: true });
    if (!answer.ok) notice(await answer.text());
  } catch {
    unanswered();
  }
}

const MISFILLED = 422;

document.addEventListener("htmx:responseError", ({ detail }) => {
  // A form says itself what is wrong with it.
  if (detail.xhr.status === MISFILLED) return;
  if (detail.requestConfig.verb === "post") notice(detail.xhr.responseText);
});

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (detail.requestConfig.verb === "post") unanswered();
});

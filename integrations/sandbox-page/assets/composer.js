// Enter sends, Tab completes a mention, and files go along.

const asked = (event) => event.target.closest?.(".composer textarea");

document.addEventListener("keydown", (event) => {
  const text = asked(event);
  if (!text || event.isComposing) return;
  if (event.key === "Tab" && !event.shiftKey && mentionable(text)) {
    event.preventDefault();
    mention(text, text.dataset.mention);
  } else if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    if (!text.form.classList.contains("htmx-request")) text.form.requestSubmit();
  }
});

document.addEventListener("submit", (event) => {
  const text = event.target.matches(".composer") && event.target.elements.text;
  if (text && text.value.trim() === "" && event.target.elements.file.files.length === 0) {
    event.preventDefault();
    event.stopPropagation();
    text.focus();
  }
}, true);

document.addEventListener("input", (event) => {
  const text = asked(event);
  if (text) suggest(text);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mentions]");
  if (button) mention(button.form.elements.text, button.dataset.mentions);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  // htmx does not say `successful` where the answer only names what to open next.
  if (detail.xhr.status !== 204 || !detail.elt.matches(".composer")) return;
  const text = detail.elt.elements.text;
  text.value = "";
  suggest(text);
  detail.elt.elements.file.value = "";
  choose(detail.elt.elements.file);
});

document.addEventListener("change", (event) => {
  if (event.target.matches('.composer input[type="file"]')) choose(event.target);
});

/** Says which files will go along. */
function choose(files) {
  files.form.querySelector(".chosen").textContent = [...files.files].map((file) => file.name).join(", ");
}

/** The `@…` before the cursor, if it can become the app's name. */
function mentionable(text) {
  const begun = text.dataset.mention && /(?:^|\s)@(\w*)$/.exec(text.value.slice(0, text.selectionStart));
  return begun && text.dataset.mention.toLowerCase().startsWith(begun[1].toLowerCase()) ? `@${begun[1]}` : null;
}

function mention(text, name) {
  const begun = mentionable(text) ?? "";
  const from = text.selectionStart - begun.length;
  const space = begun === "" && from > 0 && !/\s$/.test(text.value.slice(0, from)) ? " " : "";
  text.setRangeText(`${space}@${name} `, from, text.selectionEnd, "end");
  text.focus();
  suggest(text);
}

function suggest(text) {
  const suggestion = text.form.querySelector(".suggestion");
  if (suggestion) suggestion.textContent = mentionable(text) ? `Tab ↹ mentions @${text.dataset.mention}` : "";
}

// The colours of a sheet's cells. They are people's own, so no style sheet can know them, and the page allows no styles
// in its text.

function paint() {
  for (const cell of document.querySelectorAll("[data-background]")) {
    cell.style.backgroundColor = cell.dataset.background;
    cell.style.color = cell.dataset.colour;
  }
}

paint();
document.addEventListener("htmx:afterSettle", paint);

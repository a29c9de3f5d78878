// "Select all" ticks every box, and is ticked itself when all of them are.
const all = document.getElementById("select-all");
const boxes = [...document.querySelectorAll("input[name=scope]")];
all.addEventListener("change", () => boxes.forEach((box) => { box.checked = all.checked; }));
boxes.forEach((box) => box.addEventListener("change", () => { all.checked = boxes.every((one) => one.checked); }));

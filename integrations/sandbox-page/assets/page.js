// Everything the page does by itself. Sending and fetching is htmx's.
import { watch } from "./live.js";
import { start } from "./panels.js";
import "./commands.js";
import "./composer.js";
import "./menus.js";
import "./buttons.js";
import "./sheet.js";
import "./modal.js";

start(watch);

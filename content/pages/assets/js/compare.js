/** The page compare/: tables that sort and filter, and records picked side by side. */

import { startPicker } from "./compare-picker.js";
import { enrich, unfold } from "./compare-tables.js";

for (const frame of document.querySelectorAll(".am-compare")) if (frame instanceof HTMLElement) enrich(frame);
unfold();
startPicker();

/** What every page starts: hover cards, the search keys, the language switch. */

import { startCards } from "./cards.js";

startCards();
if (document.querySelector(".am-calc")) import("./calculate.js").then(({ startCalculator }) => startCalculator());
if (document.querySelector(".am-plot")) import("./plot.js").then(({ startPlot }) => startPlot());

const open = async () => (await import("./search.js")).openSearch();

for (const button of document.querySelectorAll("[data-search-open]")) button.addEventListener("click", open);

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && (event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName));
  const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  const k = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
  if (!slash && !k) return;
  event.preventDefault();
  open();
});

/* The switch keeps the place on the page. */
const language = document.querySelector("a[data-language]");
language?.addEventListener("click", () => {
  if (!(language instanceof HTMLAnchorElement)) return;
  if (location.hash) language.hash = location.hash;
  if (location.search) language.search = location.search;
});

/**
 * Hover cards of links to records. The page carries their text as a JSON island;
 * without JavaScript the links work all the same.
 */

import { element } from "./words.js";

/** @typedef {[title: string, second: string, abbr: string, summary: string, kind: string]} Card */

const OPEN_AFTER = 250;
const CLOSE_AFTER = 200;

/** @type {HTMLElement | undefined} */
let shown;
/** @type {HTMLAnchorElement | undefined} */
let owner;
/** @type {number | undefined} */
let timer;

/** The cards that the page carries, if any. @returns {Record<string, Card> | undefined} */
function carried() {
  const island = document.querySelector("script.am-cards");
  return island ? JSON.parse(island.textContent ?? "{}") : undefined;
}

/** Start on every link of the page that has a card. @param {Record<string, Card> | undefined} [cards] by id */
export function startCards(cards = carried()) {
  if (!cards) return;
  const link = (/** @type {Event} */ event) => {
    const found = event.target instanceof Element ? event.target.closest("a.am-ref") : null;
    return found instanceof HTMLAnchorElement && cards[found.dataset.id ?? ""] ? found : undefined;
  };
  document.addEventListener("pointerover", (event) => {
    const anchor = link(event);
    if (anchor && event.pointerType !== "touch") later(() => show(anchor, cards), OPEN_AFTER);
    else if (shown && event.target instanceof Node && !shown.contains(event.target)) later(hide, CLOSE_AFTER);
    else if (shown) window.clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const anchor = link(event);
    if (anchor && anchor.matches(":focus-visible")) show(anchor, cards);
    else if (!anchor) hide();
  });
  document.addEventListener("click", (event) => tapped(event, link(event), cards));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}

/**
 * In running text a first tap shows the card, a second one follows the link.
 * @param {MouseEvent} event
 * @param {HTMLAnchorElement | undefined} anchor
 * @param {Record<string, Card>} cards
 */
function tapped(event, anchor, cards) {
  const touch = event instanceof PointerEvent && event.pointerType === "touch";
  if (touch && anchor && anchor !== owner && anchor.closest(".am-prose")) {
    event.preventDefault();
    show(anchor, cards);
  } else if (shown && event.target instanceof Node && !shown.contains(event.target) && !anchor) hide();
}

/** @param {() => void} action @param {number} delay */
function later(action, delay) {
  window.clearTimeout(timer);
  timer = window.setTimeout(action, delay);
}

/** @param {HTMLAnchorElement} anchor @param {Record<string, Card>} cards */
function show(anchor, cards) {
  window.clearTimeout(timer);
  if (owner === anchor) return;
  hide();
  const [title, second, abbr, summary, kind] = cards[anchor.dataset.id ?? ""];
  const names = [second, abbr].filter((name) => name && name !== title).join(" · ");
  shown = element(
    "div",
    { class: "am-card-pop", role: "tooltip", id: "am-card" },
    element("p", { class: "am-card-pop__head" }, element("strong", {}, title), element("span", { class: "am-badge" }, kind)),
    ...(names ? [element("p", { class: "am-card-pop__names" }, names)] : []),
    element("p", {}, summary),
  );
  owner = anchor;
  anchor.setAttribute("aria-describedby", "am-card");
  document.body.append(shown);
  place(shown, anchor);
}

function hide() {
  window.clearTimeout(timer);
  shown?.remove();
  owner?.removeAttribute("aria-describedby");
  shown = owner = undefined;
}

/**
 * Below the link, or above it where there is no room; never past the edge of the window.
 * @param {HTMLElement} card @param {HTMLElement} anchor
 */
function place(card, anchor) {
  const at = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
  const room = document.documentElement.clientWidth - card.offsetWidth - 8;
  const below = at.bottom + card.offsetHeight + 12 < window.innerHeight;
  const top = below ? at.bottom + 6 : at.top - card.offsetHeight - 6;
  card.style.left = `${Math.max(8, Math.min(at.left, room)) + window.scrollX}px`;
  card.style.top = `${Math.max(8, top) + window.scrollY}px`;
}

/** The form of the diagnosis: what is typed and what is in the address → an answer below it. */

import { evaluate, largest, readValue } from "./diagnose-engine.js";
import { elements, verdict } from "./diagnose-view.js";
import { say } from "./diagnose-words.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const ROOT = new URL("../../", import.meta.url);
const LOCALE = document.documentElement.lang === "en" ? "en" : "zh";
const CHOICES = /** @type {const} */ (["stage", "hardware", "model"]);
const PAUSE = 250;

const form = /** @type {HTMLFormElement} */ (document.querySelector("#am-diagnose"));
const status = /** @type {HTMLElement} */ (document.querySelector("#am-diagnose-status"));
const place = /** @type {HTMLElement} */ (document.querySelector("#am-diagnose-answer"));
const fields = /** @type {Field[]} */ ([...form.querySelectorAll("input, select")]);

/** What the address asked for that no option of a list offers: shown beside the field until it is changed. @type {Map<string, string>} */
const refused = new Map();
/** @type {Promise<[import("./diagnose-engine.js").Rules, import("./diagnose-view.js").Texts]> | undefined} */
let tables;
/** @type {number | undefined} */
let timer;
let turn = 0;

function load() {
  const read = (/** @type {string} */ path) => fetch(new URL(path, ROOT)).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  });
  tables ??= Promise.all([read("diagnose/rules.json"), read(`diagnose/texts.${LOCALE}.json`)]);
  return tables;
}

/** Put the state of the address into the form. @returns {string[]} parameters that nothing reads */
function fill() {
  const unread = [];
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = fields.find((one) => one.name === name);
    if (!field) unread.push(name);
    else if (field instanceof HTMLInputElement) field.value = value;
    else if ([...field.options].some((option) => option.value === value)) field.value = value;
    else refused.set(name, value);
  }
  return unread;
}

/** The address says what the form says, so that it can be passed on. */
function keep() {
  const asked = new URLSearchParams(fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]));
  const text = asked.toString();
  history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`);
}

/** @param {Field} field @param {string} message */
function tell(field, message) {
  const said = document.getElementById(`d-${field.name}-said`);
  if (said && said.textContent !== message) said.textContent = message;
  if (message) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/**
 * The case in the form, or undefined if a field cannot be read; messages go beside the fields.
 * @param {import("./diagnose-engine.js").Rules} rules
 */
function read(rules) {
  /** @type {Record<string, number | string>} */
  const observed = {};
  let sound = true;
  for (const field of fields) {
    const value = field.value.trim();
    let message = refused.has(field.name) ? say.unknown(String(refused.get(field.name)).slice(0, 60)) : "";
    const scale = rules.metrics.find((one) => one.id === field.name);
    if (!message && scale && value) {
      const found = readValue(scale, value);
      if (found === undefined) message = say.number(largest(scale));
      else observed[scale.id] = found;
    }
    tell(field, message);
    sound &&= !message;
  }
  const [stage, hardware, model] = CHOICES.map((name) => String(new FormData(form).get(name) ?? ""));
  return sound ? { stage, hardware, model, observed } : undefined;
}

/** Fields that no signal of the stage reads are put away, unless they hold something. @param {import("./diagnose-engine.js").Rules} rules @param {string} stage */
function fit(rules, stage) {
  const clues = rules.limits.flatMap((limit) => limit.clues);
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-metric]"))) {
    const name = box.dataset.metric ?? "";
    const read = !stage || clues.some((clue) => clue.metric === name && (!clue.stages.length || clue.stages.includes(stage)));
    const field = fields.find((one) => one.name === name);
    box.hidden = !read && !field?.value && !refused.has(name);
  }
}

/** @param {string[]} [unread] */
async function answer(unread = []) {
  const mine = ++turn;
  const note = unread.length ? ` ${say.ignored(unread.map((name) => name.slice(0, 30)).slice(0, 5).join(say.comma))}` : "";
  try {
    const [rules, texts] = await load();
    if (mine !== turn) return;
    const given = read(rules);
    fit(rules, fields.find((field) => field.name === "stage")?.value ?? "");
    if (!given || !given.stage) {
      place.replaceChildren();
      status.textContent = (given ? say.stage : say.fix) + note;
      return;
    }
    const found = evaluate(rules, given);
    place.replaceChildren(...elements(found, texts));
    status.textContent = verdict(found, texts) + note;
    place.dataset.answered = given.stage;
  } catch (error) {
    status.textContent = say.failed;
    console.warn("diagnose:", error);
  }
}

form.hidden = false;
const unread = fill();
if (location.search.length > 1) answer(unread);

form.addEventListener("input", (event) => {
  if (event.target instanceof HTMLElement) refused.delete(event.target.getAttribute("name") ?? "");
  keep();
  window.clearTimeout(timer);
  timer = window.setTimeout(() => answer(), PAUSE);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  window.clearTimeout(timer);
  keep();
  await answer();
  if (place.childElementCount) place.focus();
  else fields.find((field) => field.getAttribute("aria-invalid") || (field.name === "stage" && !field.value))?.focus();
});
form.addEventListener("reset", () => {
  refused.clear();
  window.setTimeout(() => {
    keep();
    place.replaceChildren();
    status.textContent = "";
    for (const field of fields) tell(field, "");
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-metric]"))) box.hidden = false;
  });
});

/**
 * A stack → verdicts, by the published tables alone: no page, no words. The same algorithm as
 * src/accelmap_site/stack/engine.py, function by function; a test compares the two.
 */

/** @typedef {"yes" | "no" | "untested"} Truth */
/**
 * @typedef {{source: string, relation: string, target: string, status?: Truth, since?: string, how?: string,
 *   owner?: string, cited?: number}} Edge
 */
/** @typedef {Record<string, number | string>} Config */
/**
 * @typedef {{models: Record<string, Record<string, Config>>, hardware: Record<string, string[]>, engines: Record<string, string[]>,
 *   kinds: Record<string, string>, stages: Record<string, string[]>, needs: Record<string, string[]>, applies: Record<string, any[]>,
 *   alone: string[], ancestors: Record<string, string[]>, edges: Edge[], sources: [title: string, locator: string, address: string][]}} Tables
 */
/** @typedef {{model: string, size: string, hardware: string, engine: string, techniques: string[]}} Stack */
/** @typedef {{check: string, verdict: Truth, reason: string, subject: string, object: string, edge: number | null}} Verdict */

const TOGETHER = ["combines_with", "requires", "part_of", "variant_of", "evolves_from", "equivalent_to"];
/** @type {Record<Truth, Truth>} */
const OPPOSITE = { yes: "no", no: "yes", untested: "untested" };

/** @type {WeakMap<Tables, {places: Map<string, number>, demands: Map<string, number[]>}>} */
const indexes = new WeakMap();

/** @param {Tables} tables */
function index(tables) {
  let found = indexes.get(tables);
  if (!found) {
    found = { places: new Map(), demands: new Map() };
    for (const [place, edge] of tables.edges.entries()) {
      const key = `${edge.relation} ${edge.source} ${edge.target}`;
      if (!found.places.has(key)) found.places.set(key, place);
      if (edge.relation === "requires") found.demands.set(edge.source, [...(found.demands.get(edge.source) ?? []), place]);
    }
    indexes.set(tables, found);
  }
  return found;
}

/** @template T @param {Record<string, T>} from @param {string} name @returns {T | undefined} */
const own = (from, name) => (Object.hasOwn(from, name) ? from[name] : undefined);

/** @param {Stack} stack */
const chosen = (stack) => [...stack.techniques, ...[stack.model, stack.hardware, stack.engine].filter(Boolean)];

/** @param {string[]} names @returns {[string, string][]} */
const combinations = (names) => names.flatMap((one, i) => names.slice(i + 1).map((other) => /** @type {[string, string]} */ ([one, other])));

/** @param {Tables} tables @param {Stack} stack @returns {Verdict[]} */
export function judge(tables, stack) {
  return [conflicts, features, requirements, applicable, offered, pairs].flatMap((check) => check(tables, stack));
}

/** @param {Verdict[]} verdicts @returns {Truth} */
export function overall(verdicts) {
  const found = new Set(verdicts.map((one) => one.verdict));
  return found.has("no") ? "no" : found.has("untested") ? "untested" : "yes";
}

/** @param {Tables} tables @param {string} relation @param {string} one @param {string} other @param {boolean} [both] @returns {number | null} */
function edge(tables, relation, one, other, both = true) {
  const { places } = index(tables);
  const found = [places.get(`${relation} ${one} ${other}`), both ? places.get(`${relation} ${other} ${one}`) : undefined];
  const known = found.filter((place) => place !== undefined);
  return known.length ? Math.min(...known) : null;
}

/** @param {Tables} tables @param {number} place @returns {Truth} */
const status = (tables, place) => tables.edges[place].status ?? "yes";

/** @param {string} check @param {Truth} verdict @param {string} reason @param {string} subject @param {string} object @param {number | null} [place] @returns {Verdict} */
const verdict = (check, verdict, reason, subject, object, place = null) => ({ check, verdict, reason, subject, object, edge: place });

/** @param {Tables} tables @param {Stack} stack */
function conflicts(tables, stack) {
  const found = [];
  for (const [one, other] of combinations(chosen(stack))) {
    const place = edge(tables, "incompatible_with", one, other);
    const family = place === null ? inherited(tables, one, other) : null;
    if (place !== null) found.push(verdict("conflict", OPPOSITE[status(tables, place)], tables.edges[place].since ? "since" : "stated", one, other, place));
    else if (family !== null) found.push(verdict("conflict", "untested", "inherited", one, other, family));
  }
  return found;
}

/** @param {Tables} tables @param {string} one @param {string} other @returns {number | null} */
function inherited(tables, one, other) {
  const found = [one, ...(own(tables.ancestors, one) ?? [])]
    .flatMap((left) => [other, ...(own(tables.ancestors, other) ?? [])].map((right) => edge(tables, "incompatible_with", left, right)))
    .filter((place) => place !== null && status(tables, place) !== "no");
  return found.length ? Math.min(.../** @type {number[]} */ (found)) : null;
}

/** @param {Tables} tables @param {Stack} stack */
function features(tables, stack) {
  const found = [];
  for (const name of stack.techniques) {
    for (const feature of own(tables.needs, name) ?? []) {
      if (!stack.hardware) found.push(verdict("feature", "untested", "unchosen", name, feature));
      else {
        const has = tables.hardware[stack.hardware].includes(feature);
        found.push(verdict("feature", has ? "yes" : "no", has ? "has" : "lacks", name, feature));
      }
    }
  }
  return found;
}

/** @param {Tables} tables @param {Stack} stack */
function requirements(tables, stack) {
  const found = [];
  for (const name of chosen(stack)) {
    for (const place of index(tables).demands.get(name) ?? []) {
      const wanted = tables.edges[place].target;
      const stated = status(tables, place);
      if (stated === "no") continue;
      let [truth, reason] = met(tables, stack, wanted);
      if (stated === "untested" && truth === "no") [truth, reason] = ["untested", "stated"];
      found.push(verdict("requires", truth, reason, name, wanted, place));
    }
  }
  return found;
}

/** @param {Tables} tables @param {Stack} stack @param {string} wanted @returns {[Truth, string]} */
function met(tables, stack, wanted) {
  if (chosen(stack).includes(wanted)) return ["yes", "chosen"];
  if (stack.techniques.some((name) => own(tables.ancestors, name)?.includes(wanted))) return ["yes", "form"];
  for (const [relation, end, reason] of [["used_by", stack.model, "model"], ["implemented_by", stack.engine, "offered"]]) {
    const place = end ? edge(tables, relation, wanted, end, false) : null;
    if (place !== null && status(tables, place) === "yes") return ["yes", reason];
  }
  const kind = tables.kinds[wanted];
  if ((kind === "hardware" && !stack.hardware) || (kind === "model" && !stack.model)) return ["untested", "unchosen"];
  return kind === "tool" || kind === "term" ? ["untested", "outside"] : ["no", "missing"];
}

/** @param {Tables} tables @param {Stack} stack */
function applicable(tables, stack) {
  const found = [];
  for (const name of stack.techniques) {
    if (!Object.hasOwn(tables.applies, name)) continue;
    const used = stack.model ? edge(tables, "used_by", name, stack.model, false) : null;
    if (used !== null && status(tables, used) === "yes") {
      found.push(verdict("applies", "yes", "built", name, stack.model, used));
      continue;
    }
    const [truth, reason] = fits(tables, stack, name);
    found.push(verdict("applies", truth, reason, name, stack.model));
  }
  return found;
}

/** @param {Tables} tables @param {Stack} stack @param {string} name @returns {[Truth, string]} */
function fits(tables, stack, name) {
  if (!stack.model) return ["untested", "unchosen"];
  const sizes = tables.models[stack.model];
  const configs = Object.hasOwn(sizes, stack.size) ? [sizes[stack.size]] : Object.values(sizes);
  if (!configs.length) return ["untested", "unpublished"];
  const truths = new Set(configs.map((config) => holds(tables.applies[name], config)));
  if (truths.size === 1 && truths.has(true)) return ["yes", "holds"];
  if (truths.size === 1 && truths.has(false)) return ["no", "fails"];
  return ["untested", truths.has(null) ? "unstated" : "size"];
}

/** @param {Tables} tables @param {Stack} stack */
function offered(tables, stack) {
  const found = [];
  for (const name of stack.engine ? stack.techniques : []) {
    const place = edge(tables, "implemented_by", name, stack.engine, false);
    if (place !== null) found.push(verdict("engine", status(tables, place), "entry", name, stack.engine, place));
    else if (!tables.stages[name].some((stage) => tables.engines[stack.engine].includes(stage))) found.push(verdict("engine", "no", "stage", name, stack.engine));
    else if (tables.alone.includes(name)) found.push(verdict("engine", "no", "alone", name, stack.engine));
    else found.push(verdict("engine", "untested", "no-entry", name, stack.engine));
  }
  return found;
}

/** @param {Tables} tables @param {Stack} stack */
function pairs(tables, stack) {
  const found = [];
  for (const [one, other] of combinations(stack.techniques)) {
    if (edge(tables, "incompatible_with", one, other) !== null || inherited(tables, one, other) !== null) continue;
    const places = TOGETHER.map((relation) => edge(tables, relation, one, other)).filter((place) => place !== null);
    if (places.length) {
      found.push(verdict("pair", status(tables, places[0]), tables.edges[places[0]].relation, one, other, places[0]));
      continue;
    }
    const rival = edge(tables, "alternative_to", one, other);
    found.push(verdict("pair", "untested", rival === null ? "nothing" : "alternative_to", one, other, rival));
  }
  return found;
}

/** @param {any[]} tree @param {Config} config @returns {boolean | null} */
export function holds(tree, config) {
  const [head, ...rest] = tree;
  if (head === "known") return own(config, rest[0]) !== undefined;
  if (head === "not") {
    const inner = holds(rest[0], config);
    return inner === null ? null : !inner;
  }
  if (head === "and" || head === "or") {
    const found = rest.map((one) => holds(one, config));
    const decisive = head === "or";
    return found.includes(decisive) ? decisive : found.includes(null) ? null : !decisive;
  }
  const [left, right] = rest.map(([kind, value]) => (kind === "field" ? own(config, value) : value));
  return left === undefined || right === undefined ? null : compared(head, left, right);
}

/** @param {string} sign @param {any} left @param {any} right @returns {boolean | null} */
function compared(sign, left, right) {
  if (sign === "in" || sign === "not in") {
    return right.includes(left) === (sign === "in");
  }
  if (sign === "==" || sign === "!=") return (left === right) === (sign === "==");
  if (typeof left !== "number" || typeof right !== "number") return null;
  if (sign === ">") return left > right;
  if (sign === ">=") return left >= right;
  return sign === "<" ? left < right : left <= right;
}

/**
 * Observations → bottlenecks → remedies: the algorithm of src/accelmap_site/diagnosis/engine.py, function by function,
 * over the tables that the build writes to diagnose/rules.json. Pure: no document, no network, no clock.
 */

/**
 * @typedef {{metric: string, op: string, threshold: number | string, stages: string[], speaks: number, weight: number}} Clue
 * @typedef {{metrics: string[], tool: string, command: string}} Probe
 * @typedef {{id: string, clues: Clue[], probes: Probe[]}} Limit
 * @typedef {{kind: string, stages: string[], layer: string, maturity: string, costs: number, relieves: Record<string, number>, needs: string[],
 *   requires: string[], conflicts: string[], clashes: string[], structural: boolean, switched: boolean, special: boolean}} Candidate
 * @typedef {{id: string, unit: string, most: number | null, values: string[]}} Scale
 * @typedef {{record: string, variant: string, never: string[], has: string[]}} Subject
 * @typedef {{stages: Record<string, boolean>, layers: string[], maturities: string[], metrics: Scale[], limits: Limit[],
 *   candidates: Record<string, Candidate>, hardware: Record<string, string[]>, models: Record<string, Subject>}} Rules
 * @typedef {Record<string, number | string>} Observed
 * @typedef {{stage: string, hardware: string, model: string, observed: Observed}} Case
 * @typedef {{bottleneck: string, score: number, supports: number[], opposes: number[], silent: number[], unobserved: number[]}} Standing
 * @typedef {{metric: string, between: string[], tool: string, command: string, read_in: string}} Next
 * @typedef {{id: string, strength: number, layer: string, maturity: string, swap: boolean, present: boolean, requires: string[], conflicts: string[]}} Remedy
 * @typedef {{id: string, reason: string, because: string[]}} Withheld
 * @typedef {{bottleneck: string, techniques: Remedy[], tools: Remedy[], withheld: Withheld[]}} Plan
 * @typedef {{case: Case, decided: boolean, standings: Standing[], next: Next | null, plans: Plan[]}} Answer
 */

const DECISIVE = 3;
const LEAD = 2;
const PLANS = 3;
const LARGEST = 1e9;
const NUMBER = /^[0-9]{1,12}(?:\.[0-9]{1,12})?$/;

/**
 * The observation in a text, or undefined if it is none.
 * @param {Scale} scale @param {string} text
 */
export function readValue(scale, text) {
  if (scale.values.length) return scale.values.includes(text) ? text : undefined;
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return number <= (scale.most ?? LARGEST) ? number : undefined;
}

/** The largest number that a metric accepts. @param {Scale} scale */
export function largest(scale) {
  return scale.most ?? LARGEST;
}

/**
 * The answer to a case whose words are all known to the rules.
 * @param {Rules} rules @param {Case} given @returns {Answer}
 */
export function evaluate(rules, given) {
  const standings = rank(rules, given.stage, given.observed);
  const leaders = standings.filter((one) => standings[0].score - one.score < LEAD);
  const decided = leaders.length === 1 && leaders[0].score >= DECISIVE;
  const next = decided ? null : following(rules, given.stage, given.observed, standings);
  /** @type {string[]} */
  const kept = [];
  const plans = leaders.slice(0, PLANS).filter((one) => one.score > 0).map((one) => plan(rules, given, one.bottleneck, kept));
  return { case: given, decided, standings, next, plans };
}

/** @param {Rules} rules @param {string} stage @param {Observed} observed */
function rank(rules, stage, observed) {
  return rules.limits
    .filter((limit) => limit.clues.some((clue) => clue.speaks > 0 && at(clue, stage)))
    .map((limit) => standing(limit, stage, observed))
    .sort((a, b) => b.score - a.score);
}

/** @param {Limit} limit @param {string} stage @param {Observed} observed @returns {Standing} */
function standing(limit, stage, observed) {
  /** @type {Standing} */
  const found = { bottleneck: limit.id, score: 0, supports: [], opposes: [], silent: [], unobserved: [] };
  limit.clues.forEach((clue, i) => {
    if (!at(clue, stage)) return;
    if (!Object.hasOwn(observed, clue.metric)) found.unobserved.push(i);
    else if (crossed(clue, observed[clue.metric])) {
      found.score += clue.speaks * clue.weight;
      (clue.speaks > 0 ? found.supports : found.opposes).push(i);
    } else found.silent.push(i);
  });
  return found;
}

/** @param {Clue} clue @param {string} stage */
function at(clue, stage) {
  return !clue.stages.length || clue.stages.includes(stage);
}

/** Whether an observation meets the comparison of a signal. @param {Clue} clue @param {number | string} value */
export function crossed(clue, value) {
  switch (clue.op) {
    case ">": return value > clue.threshold;
    case ">=": return value >= clue.threshold;
    case "<": return value < clue.threshold;
    case "<=": return value <= clue.threshold;
    default: return value === clue.threshold;
  }
}

/**
 * The metric after which, on average over its outcomes, the first contender stands furthest ahead of the second.
 * @param {Rules} rules @param {string} stage @param {Observed} observed @param {Standing[]} standings @returns {Next | null}
 */
function following(rules, stage, observed, standings) {
  if (standings.length < 2) return null;
  const floor = Math.min(standings[0].score - LEAD + 1, standings[1].score);
  const close = standings.filter((one) => one.score >= floor);
  const scores = Object.fromEntries(close.map((one) => [one.bottleneck, one.score]));
  const contenders = rules.limits.filter((limit) => Object.hasOwn(scores, limit.id));
  let best = [0, 1];
  let chosen = "";
  for (const scale of rules.metrics) {
    if (Object.hasOwn(observed, scale.id)) continue;
    const [total, count] = gap(scale, stage, contenders, scores);
    if (total * best[1] > best[0] * count) {
      best = [total, count];
      chosen = scale.id;
    }
  }
  if (!chosen) return null;
  const between = close.map((one) => one.bottleneck);
  return { metric: chosen, between, ...probe(rules, chosen, between) };
}

/**
 * Sum of the leads over the outcomes of a metric, and their number.
 * @param {Scale} scale @param {string} stage @param {Limit[]} contenders @param {Record<string, number>} scores
 */
function gap(scale, stage, contenders, scores) {
  const groups = contenders.map((limit) => ({ score: scores[limit.id], clues: limit.clues.filter((clue) => clue.metric === scale.id && at(clue, stage)) }));
  const clues = groups.flatMap((group) => group.clues);
  if (!clues.length) return [0, 1];
  const values = outcomes(scale, clues);
  let total = 0;
  for (const value of values) {
    const after = groups
      .map((group) => group.clues.reduce((sum, clue) => sum + (crossed(clue, value) ? clue.speaks * clue.weight : 0), group.score))
      .sort((a, b) => b - a);
    total += after[0] - after[1];
  }
  return [total, values.length];
}

/** One value from each stretch between thresholds, or each word of the metric. @param {Scale} scale @param {Clue[]} clues */
function outcomes(scale, clues) {
  if (scale.values.length) return scale.values;
  const cuts = [...new Set(clues.map((clue) => Number(clue.threshold)))].sort((a, b) => a - b);
  return [cuts[0] - 1, ...cuts.slice(1).map((high, i) => (cuts[i] + high) / 2), cuts[cuts.length - 1] + 1];
}

/** @param {Rules} rules @param {string} metric @param {string[]} preferred */
function probe(rules, metric, preferred) {
  for (const name of [...preferred, ...rules.limits.map((limit) => limit.id)]) {
    const found = rules.limits.find((limit) => limit.id === name)?.probes.find((one) => one.metrics.includes(metric));
    if (found) return { tool: found.tool, command: found.command, read_in: name };
  }
  return { tool: "", command: "", read_in: "" };
}

/** @param {Rules} rules @param {Case} given @param {string} bottleneck @param {string[]} kept @returns {Plan} */
function plan(rules, given, bottleneck, kept) {
  /** @type {Plan} */
  const found = { bottleneck, techniques: [], tools: [], withheld: [] };
  const names = Object.keys(rules.candidates).filter((name) => {
    const one = rules.candidates[name];
    return Object.hasOwn(one.relieves, bottleneck) && one.stages.includes(given.stage);
  });
  for (const name of names.sort((a, b) => compare(key(rules, given, a, bottleneck), key(rules, given, b, bottleneck)))) {
    let [reason, because] = obstacle(rules, given, name);
    const clash = kept.find((other) => rules.candidates[name].clashes.includes(other));
    if (!reason && clash) [reason, because] = ["conflict", [clash]];
    if (reason) found.withheld.push({ id: name, reason, because });
    else {
      if (!kept.includes(name)) kept.push(name);
      (rules.candidates[name].kind === "tool" ? found.tools : found.techniques).push(remedy(rules, given, name, bottleneck));
    }
  }
  return found;
}

/** What any language model can use, then strength, layer, maturity, costs, id. @param {Rules} rules @param {Case} given @param {string} name @param {string} bottleneck */
function key(rules, given, name, bottleneck) {
  const one = rules.candidates[name];
  const layer = swap(rules, given, one) ? 2 * place(rules.layers, "hardware") - 1 : 2 * place(rules.layers, one.layer);
  return [Number(one.special && !given.model), -one.relieves[bottleneck], layer, place(rules.maturities, one.maturity), one.costs, name];
}

/** @param {(number | string)[]} a @param {(number | string)[]} b */
function compare(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/** @param {string[]} order @param {string} name */
function place(order, name) {
  const found = order.indexOf(name);
  return found < 0 ? order.length : found;
}

/** @param {Rules} rules @param {Case} given @returns {Subject | undefined} */
function subject(rules, given) {
  return given.model ? rules.models[given.model] : undefined;
}

/** @param {Rules} rules @param {Case} given @param {Candidate} one */
function swap(rules, given, one) {
  return one.structural && !rules.stages[given.stage] && !subject(rules, given)?.record;
}

/** @param {Rules} rules @param {Case} given @param {string} name @returns {[string, string[]]} */
function obstacle(rules, given, name) {
  const own = ownObstacle(rules, given, name);
  if (own[0]) return own;
  for (const part of rules.candidates[name].requires) {
    const known = Object.hasOwn(rules.candidates, part);
    if (known && !["", "has"].includes(ownObstacle(rules, given, part)[0])) return ["requires", [part]];
    if (!known && subject(rules, given)?.never.includes(part)) return ["requires", [part]];
  }
  return ["", []];
}

/** @param {Rules} rules @param {Case} given @param {string} name @returns {[string, string[]]} */
function ownObstacle(rules, given, name) {
  const one = rules.candidates[name];
  if (given.hardware) {
    const missing = one.needs.filter((feature) => !rules.hardware[given.hardware].includes(feature));
    if (missing.length) return ["hardware", missing];
    if (one.conflicts.includes(given.hardware)) return ["hardware", [given.hardware]];
  }
  const model = subject(rules, given);
  if (!model) return ["", []];
  if (model.never.includes(name) || (model.record && one.conflicts.includes(model.record))) return ["model", [given.model]];
  if (one.structural && model.record) {
    if (!model.has.includes(name)) return ["fixed", [given.model]];
    if (!one.switched) return ["has", [given.model]];
  }
  return ["", []];
}

/** @param {Rules} rules @param {Case} given @param {string} name @param {string} bottleneck @returns {Remedy} */
function remedy(rules, given, name, bottleneck) {
  const one = rules.candidates[name];
  return {
    id: name, strength: one.relieves[bottleneck], layer: one.layer, maturity: one.maturity, swap: swap(rules, given, one),
    present: Boolean(subject(rules, given)?.has.includes(name)), requires: one.requires, conflicts: one.conflicts,
  };
}

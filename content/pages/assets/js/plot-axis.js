/**
 * Axes of plots: ticks, ends, places, samples, numbers.
 * The build computes the same (diagram/axis.py, formula/plotted.py), operation for operation.
 */

/** @typedef {"linear" | "log2" | "log10"} Scale */

const MOST_TICKS = 7;
const STEPS = 96;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @param {number} e */
const power = (e) => Number(`1e${e}`);
/** @param {number} mantissa @param {number} e */
const scaled = (mantissa, e) => (e >= 0 ? mantissa * power(e) : mantissa / power(-e));

/** Decimal exponent of a positive number; exact at powers of ten. @param {number} value */
function exponent(value) {
  const found = Math.floor(Math.log10(value));
  if (power(found) > value) return found - 1;
  return power(found + 1) <= value ? found + 1 : found;
}

/** Largest k with 2 ** k <= value. @param {number} value */
function binary(value) {
  const found = Math.floor(Math.log2(value));
  if (2 ** found > value) return found - 1;
  return 2 ** (found + 1) <= value ? found + 1 : found;
}

/** @param {number} span @returns {[number, number]} */
function step(span) {
  const e = exponent(span) - 1;
  for (const [m, to] of [[1, e], [2, e], [5, e], [1, e + 1], [2, e + 1]]) if (span / scaled(m, to) <= 6.000001) return [m, to];
  return [5, e + 1];
}

/** @param {number} first @param {number} last @param {number} [stride] */
const range = (first, last, stride = 1) => Array.from({ length: Math.max(0, Math.floor((last - first) / stride) + 1) }, (_, i) => first + i * stride);

/** Round numbers within an axis. @param {number} low @param {number} high @param {Scale} scale */
export function ticks(low, high, scale) {
  if (scale === "linear") {
    const [m, e] = step(high - low);
    const by = scaled(m, e);
    return range(Math.ceil(low / by - 1e-9), Math.floor(high / by + 1e-9)).map((k) => scaled(k * m, e));
  }
  if (scale === "log2") {
    const first = binary(low) + (2 ** binary(low) < low ? 1 : 0);
    const last = binary(high);
    return range(first, last, Math.max(1, Math.ceil((last - first + 1) / MOST_TICKS))).map((k) => 2 ** k);
  }
  const decades = range(exponent(low) + (power(exponent(low)) < low ? 1 : 0), exponent(high));
  if (decades.length >= 3) return decades.filter((_, i) => i % Math.ceil(decades.length / MOST_TICKS) === 0).map(power);
  return range(exponent(low), exponent(high)).flatMap((e) => [1, 2, 5].map((m) => scaled(m, e))).filter((tick) => low <= tick && tick <= high);
}

/** Round ends of an axis that holds values; a linear one starts at 0. @param {number} low @param {number} high @param {Scale} scale @returns {[number, number]} */
export function ends(low, high, scale) {
  if (scale === "linear") {
    const from = Math.min(0, low);
    const to = high > from ? high : from + 1;
    const [m, e] = step(to - from);
    const by = scaled(m, e);
    return [scaled(Math.floor(from / by + 1e-9) * m, e), scaled(Math.ceil(to / by - 1e-9) * m, e)];
  }
  if (scale === "log2") {
    const top = binary(high) + (2 ** binary(high) < high ? 1 : 0);
    return [2 ** binary(low), 2 ** Math.max(top, binary(low) + 1)];
  }
  const bottom = Math.max(...[1, 2, 5].map((m) => scaled(m, exponent(low))).filter((tick) => tick <= low));
  const e = exponent(high);
  const top = Math.min(...[scaled(1, e), scaled(2, e), scaled(5, e), power(e + 1)].filter((tick) => tick >= high));
  return [bottom, top > bottom ? top : bottom * 10];
}

/** Place of a value between the ends, from 0 to 1. @param {number} value @param {number} low @param {number} high @param {Scale} scale */
export function share(value, low, high, scale) {
  return scale === "linear" ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
}

/** Places along the axis, evenly spaced on its scale. @param {number} low @param {number} high @param {Scale} scale @param {boolean} integer */
export function samples(low, high, scale, integer) {
  const found = [low];
  for (let i = 1; i < STEPS; i++) {
    const part = i / STEPS;
    const exact = scale === "linear" ? low + (high - low) * part : low * (high / low) ** part;
    const at = integer ? Math.trunc(exact + 0.5) : exact;
    if (found[found.length - 1] < at && at < high) found.push(at);
  }
  return [...found, high];
}

/** A tick as it is printed: 128K, 10⁶. @param {number} value @param {Scale} scale */
export function tickText(value, scale) {
  if (scale === "log2" && value >= 2048 && value % 1024 === 0) return value % 1048576 === 0 ? `${value / 1048576}M` : `${value / 1024}K`;
  if (scale === "log10" && value > 0 && (value >= 1e6 || value < 1e-3) && power(exponent(value)) === value) return `10${raised(exponent(value))}`;
  return brief(value);
}

/** @param {number} e */
function raised(e) {
  return (e < 0 ? "⁻" : "") + [...String(Math.abs(e))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
}

/** Four significant digits, whole numbers in full, thousands grouped. @param {number} value */
export function brief(value) {
  if (value === 0) return "0";
  const e = exponent(Math.abs(value));
  return e < -5 || e >= 15 ? `${rounded(value / power(e), 3)}×10${raised(e)}` : rounded(value, Math.max(0, 3 - e));
}

/** @param {number} value @param {number} places */
function rounded(value, places) {
  const [whole, rest = ""] = value.toFixed(places).split(".");
  const digits = rest.replace(/0+$/, "");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (digits ? `.${digits}` : "");
}

/** A plot as SVG, the same as the build draws (diagram/plot.py), and a cursor with the value of each curve. */

import { share, tickText, ticks } from "./plot-axis.js";

/** @typedef {import("./plot-axis.js").Scale} Scale */
/** @typedef {{text: string, low: number, high: number, scale: Scale}} Axis */
/** @typedef {{slot: number, points: [number, number][]}} Run */
/** @typedef {{title: string, description: string, x: Axis, y: Axis, curves: Run[], marks: {letter: string, at: number}[]}} Chart */

const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [640, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [80, 604, 52, 334];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @param {Chart} chart @param {number} value */
const across = (chart, value) => (LEFT + (RIGHT - LEFT) * share(value, chart.x.low, chart.x.high, chart.x.scale)).toFixed(1);
/** @param {Chart} chart @param {number} value */
const up = (chart, value) => (BOTTOM - (BOTTOM - TOP) * share(value, chart.y.low, chart.y.high, chart.y.scale)).toFixed(1);

/** @param {Chart} chart */
export function draw(chart) {
  return svg("svg", { class: "am-plot__svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": "plot-title plot-desc" },
    svg("title", { id: "plot-title" }, chart.title), svg("desc", { id: "plot-desc" }, chart.description), ...frame(chart), ...marks(chart), ...curves(chart));
}

/** @param {Chart} chart */
function frame(chart) {
  const made = [];
  for (const value of ticks(chart.y.low, chart.y.high, chart.y.scale)) {
    const y = up(chart, value);
    made.push(svg("line", { class: "am-plot__grid", x1: LEFT, y1: y, x2: RIGHT, y2: y }));
    made.push(svg("text", { class: "am-plot__tick", x: LEFT - 8, y, dy: "0.35em", "text-anchor": "end" }, tickText(value, chart.y.scale)));
  }
  for (const value of ticks(chart.x.low, chart.x.high, chart.x.scale)) {
    const x = across(chart, value);
    made.push(svg("line", { class: "am-plot__grid", x1: x, y1: TOP, x2: x, y2: BOTTOM }));
    made.push(svg("text", { class: "am-plot__tick", x, y: BOTTOM + 8, dy: "0.8em", "text-anchor": "middle" }, tickText(value, chart.x.scale)));
  }
  made.push(svg("path", { class: "am-plot__axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }));
  made.push(svg("text", { class: "am-plot__name", x: 4, y: 20 }, chart.y.text));
  made.push(svg("text", { class: "am-plot__name", x: RIGHT, y: HEIGHT - 10, "text-anchor": "end" }, chart.x.text));
  return made;
}

/** @param {Chart} chart */
function marks(chart) {
  return chart.marks.flatMap(({ letter, at }) => {
    const x = across(chart, at);
    return [
      svg("line", { class: "am-plot__mark", x1: x, y1: TOP, x2: x, y2: BOTTOM }),
      svg("text", { class: "am-plot__letter", x, y: TOP - 6, "text-anchor": "middle" }, letter),
    ];
  });
}

/** @param {Chart} chart */
function curves(chart) {
  return chart.curves.filter(({ points }) => points.length).map(({ slot, points }) =>
    svg("polyline", { class: `am-plot__curve am-curve-${slot}`, points: points.map(([x, y]) => `${across(chart, x)},${up(chart, y)}`).join(" ") }));
}

/** A line across the plot, with a dot on each curve that has a value there. @param {Chart} chart @param {number} at @param {{slot: number, value: number | null}[]} values */
export function cursor(chart, at, values) {
  const x = across(chart, at);
  const dots = values.flatMap(({ slot, value }) => (value === null || value < chart.y.low || value > chart.y.high ? [] : [svg("circle", { class: `am-plot__dot am-dot-${slot}`, cx: x, cy: up(chart, value), r: 5 })]));
  return svg("g", { class: "am-plot__reading", "aria-hidden": "true" }, svg("line", { class: "am-plot__cursor", x1: x, y1: TOP, x2: x, y2: BOTTOM }), ...dots);
}

/** Where along the axis a pointer is, from 0 to 1. @param {Element} picture @param {number} clientX */
export function pointed(picture, clientX) {
  const box = picture.getBoundingClientRect();
  return Math.min(1, Math.max(0, (((clientX - box.left) / box.width) * WIDTH - LEFT) / (RIGHT - LEFT)));
}

/** @param {number} slot */
export function swatch(slot) {
  return svg("svg", { class: "am-plot__swatch", viewBox: "0 0 34 8", "aria-hidden": "true" }, svg("polyline", { class: `am-plot__curve am-curve-${slot}`, points: "1,4 33,4" }));
}

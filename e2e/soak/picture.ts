import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { type Growth, type Series, WARM_UP } from '../load/growth';

/** A series as it is drawn, with what was said of it; null: it is drawn alone. */
export interface Drawn extends Series {
  readonly growth: Growth | null;
}

const [WIDTH, HEIGHT, LEFT, TOP, COLUMNS] = [420, 190, 62, 46, 2] as const;
const PLOT = { width: WIDTH - LEFT - 20, height: HEIGHT - TOP - 32 };
const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2937}.small{font-size:10px;fill:#6b7280}.title{font-weight:600}
.line{fill:none;stroke:#2563eb;stroke-width:1.3}.median{stroke:#111827;stroke-width:1;stroke-dasharray:4 3}.warm{fill:#f3f4f6}
.axis{stroke:#d1d5db}.bad{fill:#b91c1c}`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const short = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

/** Draws every series beside the others, over the minutes of the run, with its warm-up and the medians it is judged by. */
export function drawn(title: string, minutes: number, all: readonly Drawn[]): string {
  const rows = Math.ceil(all.length / COLUMNS);
  const [width, height] = [WIDTH * COLUMNS, HEIGHT * rows + 44];
  const panels = all.map((one, at) => {
    const [x, y] = [(at % COLUMNS) * WIDTH, 44 + Math.floor(at / COLUMNS) * HEIGHT];
    return `<g transform="translate(${String(x)} ${String(y)})">${panel(one, minutes)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}" role="img"><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/><text class="title" x="16" y="26">${escaped(title)}</text>${panels.join('')}</svg>\n`;
}

function panel(series: Drawn, minutes: number): string {
  const { name, unit, values, growth } = series;
  const finite = values.filter(Number.isFinite);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, PLOT.width]);
  const y = scaleLinear([0, Math.max(...finite, 1)], [PLOT.height, 0]).nice(4);
  const path = line<number>(
    (_value, at) => x(at),
    (value) => y(value),
  ).defined(Number.isFinite)([...values]);
  const ticks = y.ticks(4).map((tick) => {
    const at = y(tick).toFixed(1);
    return `<line class="axis" x2="${String(PLOT.width)}" y1="${at}" y2="${at}"/><text class="small" text-anchor="end" x="-6" y="${at}" dy="3">${short(tick)}</text>`;
  });
  const warm = `<rect class="warm" width="${(PLOT.width * WARM_UP).toFixed(1)}" height="${String(PLOT.height)}"/>`;
  const end = `<text class="small" text-anchor="end" x="${String(PLOT.width)}" y="${String(PLOT.height + 14)}">${short(minutes)} min</text>`;
  return `<text class="title" x="16" y="18">${escaped(name)}</text><text class="small${growth?.isWithin === false ? ' bad' : ''}" x="16" y="34">${escaped(said(growth, unit))}</text><g transform="translate(${String(LEFT)} ${String(TOP)})">${warm}${ticks.join('')}<path class="line" d="${path ?? ''}"/>${medians(growth, y)}${end}</g>`;
}

function medians(growth: Growth | null, y: (value: number) => number): string {
  if (!growth) return '';
  const fifth = (PLOT.width * (1 - WARM_UP)) / 5;
  const at = (value: number, from: number) =>
    `<line class="median" x1="${from.toFixed(1)}" x2="${(from + fifth).toFixed(1)}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}"/>`;
  return at(growth.first, PLOT.width * WARM_UP) + at(growth.last, PLOT.width - fifth);
}

/** What is to be said of a series in one line. */
export function said(growth: Growth | null, unit: string): string {
  if (!growth) return `${unit}, not judged`;
  const share = `${growth.share >= 0 ? '+' : ''}${(growth.share * 100).toFixed(1)} %`;
  return `${unit}: median ${short(growth.first)} → ${short(growth.last)} (${share})${growth.isWithin ? '' : ', too much'}`;
}

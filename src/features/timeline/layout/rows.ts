import { lengthOf, type TimeScale } from '@/components/charts/time-scale';
import type { Day } from '@/domain/eol/calendar';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import {
  cyclesOf,
  endText,
  lineEndText,
  lineName,
  nameOf,
  sharedNames,
  shortEndText,
  shortLineEndText,
  toldStateOf,
  type TimelineItem,
  type TimelineLine,
} from '../words';
import { barOf, barOfLine, type Bar, type Note, type Phase, type PhaseKind } from './bar';
import { xOf, type Zoom } from './scale';
import type { Words } from './words';

/** Places of the parts of a row, in pixels. */
export interface Geometry {
  /** Names stand above their bars instead of at the left of them. */
  readonly isNarrow: boolean;
  readonly rowPx: number;
  /** Width of the part that names the row and stays in sight. */
  readonly cellPx: number;
  /** Where the time axis begins. */
  readonly originPx: number;
  /** Where a bar begins within its row. */
  readonly barTopPx: number;
  /** Height of the axis. */
  readonly axisPx: number;
}

export const BAR_PX = 14;
/** Height of a row's name where it stands above the bar. */
export const NARROW_CELL_PX = 30;
const NARROW_BELOW_PX = 640;
/** Of the part that names a row: a share of the chart, as far as names with their marks need. */
const CELL = { leastPx: 300, share: 0.27, mostPx: 360 } as const;
/** The narrow picture's margin. */
const EDGE_PX = 12;

/** Makes the geometry for a chart that is so wide. Months and quarters have their years above them. */
export function geometryFor(widthPx: number, zoom: Zoom): Geometry {
  const axisPx = zoom === 'year' ? 44 : 60;
  if (widthPx < NARROW_BELOW_PX) {
    return { isNarrow: true, rowPx: 54, cellPx: widthPx, originPx: EDGE_PX, barTopPx: 32, axisPx };
  }
  const wishedPx = Math.max(CELL.leastPx, Math.round(widthPx * CELL.share));
  const cellPx = Math.min(CELL.mostPx, wishedPx);
  return { isNarrow: false, rowPx: 36, cellPx, originPx: cellPx, barTopPx: 11, axisPx };
}

/** Says how much of the axis is in sight. */
export function axisInSightPx({ isNarrow, originPx }: Geometry, widthPx: number): number {
  return widthPx - (isNarrow ? 2 * originPx : originPx);
}

/** A part of a bar in pixels. */
export interface Segment {
  readonly kind: PhaseKind | 'overrun';
  readonly x: number;
  readonly widthPx: number;
  readonly fade: Phase['fade'];
}

/** A bar, placed on the axis. Pixels count from the start of the axis. */
export interface DrawnBar {
  readonly segments: readonly Segment[];
  /** Those on the axis alone: beyond it nothing is marked. */
  readonly ends: readonly { readonly x: number; readonly state: EolState }[];
  readonly notes: readonly { readonly x: number; readonly kind: Note['kind'] }[];
  /** Where the day lies that its words tell, also beyond the axis. */
  readonly toldX: number;
  /** After which its words belong. */
  readonly wordsX: number;
  /** Where all of it begins and ends. */
  readonly x: number;
  readonly endX: number;
}

/** Places a bar on the axis. What reaches past either end of the axis is cut there. */
export function drawBar(bar: Bar, scale: TimeScale): DrawnBar {
  const lengthPx = lengthOf(scale);
  const x = (day: number) => Math.min(lengthPx, Math.max(0, xOf(scale, day)));
  const isOnAxis = ({ at }: { readonly at: number }) => {
    const place = xOf(scale, at);
    return place >= 0 && place <= lengthPx;
  };
  const { overrun } = bar;
  const stretches = [
    ...bar.phases,
    ...(overrun ? [{ kind: 'overrun' as const, ...overrun, fade: null }] : []),
  ];
  const segments = stretches.map(({ kind, from, to, fade }) => ({
    kind,
    x: x(from),
    widthPx: x(to) - x(from),
    fade,
  }));
  return {
    segments: segments.filter(({ widthPx }) => widthPx > 0),
    ends: bar.ends.filter(isOnAxis).map(({ at, state }) => ({ x: x(at), state })),
    notes: bar.notes.filter(isOnAxis).map(({ at, kind }) => ({ x: x(at), kind })),
    toldX: xOf(scale, bar.toldAt),
    wordsX: x(bar.wordsAt),
    x: x(bar.from),
    endX: x(bar.until),
  };
}

/** Says which rows a window of a list shows, with `overscan` more on either side: `[first, end)`. */
export function rowsInView(
  { topPx, heightPx }: { readonly topPx: number; readonly heightPx: number },
  rowPx: number,
  count: number,
  overscan: number,
): { first: number; end: number } {
  const first = Math.max(0, Math.floor(topPx / rowPx) - overscan);
  const end = Math.min(count, Math.ceil((topPx + heightPx) / rowPx) + overscan);
  return { first: Math.min(first, end), end };
}

/**
 * What stands in a row: a product with several rows of its own (`line`), one of these (`part`), or the one row of a product
 * (`alone`).
 */
export type RowLevel = 'line' | 'part' | 'alone';

/** A row before it is drawn: of the chart, and of a picture of it. */
export interface RowFacts {
  readonly key: string;
  readonly level: RowLevel;
  readonly line: TimelineLine;
  /** Null: the row is the whole line. */
  readonly item: TimelineItem | null;
  readonly name: string;
  /** Besides the name: "3 cycles", or the package type where the same name stands twice. */
  readonly extra: string | null;
  /** The most urgent of what is in it. */
  readonly state: EolState;
  readonly bar: Bar;
  readonly endText: string;
  readonly shortEndText: string;
  /** The state of what these words tell. */
  readonly toldState: EolState;
}

/** Makes the row of a line, and those of what is in it when it is open: all rows of a line with one alone. */
export function rowsOfLine(line: TimelineLine, isOpen: boolean, today: Day): RowFacts[] {
  const [first] = line.items;
  if (!first) return [];
  if (line.items.length === 1) return [rowOfItem(line, first, 'alone', null, today)];
  const shared = sharedNames(line.items);
  const parts = isOpen
    ? line.items.map((item) =>
        rowOfItem(line, item, 'part', shared.has(nameOf(item)) ? item.artifactType : null, today),
      )
    : [];
  return [rowOfLine(line, today), ...parts];
}

function rowOfLine(line: TimelineLine, today: Day): RowFacts {
  const cycles = cyclesOf(line.items).length;
  const states = new Set(line.items.map(({ state }) => state));
  return {
    key: line.productName,
    level: 'line',
    line,
    item: null,
    name: lineName(line),
    extra:
      cycles === 1
        ? `${String(line.items.length)} types`
        : `${String(Math.max(cycles, line.cycles))} cycles`,
    state: EOL_STATES.find((state) => states.has(state)) ?? 'unknown',
    bar: barOfLine(line.items, today),
    endText: lineEndText(line, today),
    shortEndText: shortLineEndText(line),
    toldState: toldStateOf(line),
  };
}

function rowOfItem(
  line: TimelineLine,
  item: TimelineItem,
  level: RowLevel,
  extra: string | null,
  today: Day,
): RowFacts {
  return {
    key: `${line.productName} ${item.id}`,
    level,
    line,
    item,
    name: nameOf(item),
    extra,
    state: item.state,
    bar: barOf(item, today),
    endText: endText(item, today),
    shortEndText: shortEndText(item),
    toldState: item.state,
  };
}

/** A row of the chart; null: its line is not loaded. */
export type ChartRow = DrawnRow | null;

export interface DrawnRow extends RowFacts {
  readonly drawn: DrawnBar;
  /** What its end may be told in, longest first. */
  readonly words: readonly Words[];
}

/** Draws a row on the axis. */
export function drawRow(row: RowFacts, scale: TimeScale, isNarrow: boolean): DrawnRow {
  const texts = new Set(isNarrow ? [row.shortEndText] : [row.endText, row.shortEndText]);
  const words = [...texts].map((text) => ({ text, widthPx: textPx(text) }));
  return { ...row, drawn: drawBar(row.bar, scale), words };
}

const CHARACTER_PX = 6.1;

/** Guesses how wide words will be: measuring thousands of them costs too much. */
export function textPx(text: string): number {
  return text.length * CHARACTER_PX;
}

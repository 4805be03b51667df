import { formatCount } from '@/lib/numbers';
import { endPlaceOf, END_GAP_PX, textPx } from '../chart/end-place';
import { drawRow, type DrawnRow, type RowWithBar } from '../drawing/row-layout';
import { xOf, type TimeScale } from '../drawing/time-scale';
import type { TimelineItem } from '../timeline-types';
import { endText, nameOf } from '../words';
import type { Palette } from './palette';
import { AXIS_LENGTH_PX, AXIS_X, CELL_PX, MARGIN_PX, PAGE_PX, ROW_PX } from './picture';
import { BAR_PX, markShape, questionMark, segmentShape } from './shapes';
import { element, escapeXml, shortened, textAt } from './svg-markup';

export interface RowPart {
  readonly scale: TimeScale;
  /** Names that several rows have. */
  readonly shared: ReadonlySet<string>;
  /** A UTC day. */
  readonly today: string;
  readonly palette: Palette;
  /** Where the row begins. */
  readonly y: number;
}

const NAME_PX = CELL_PX - 70;
const NAME_CHARACTER_PX = 6.9;

/** A row: how many images, what, its bar, the mark of its state and its end in words. */
export function rowMarkup(row: RowWithBar, part: RowPart): string {
  const { palette, scale, y } = part;
  const drawn = drawRow(row, scale);
  const middle = y + ROW_PX / 2;
  const bar = drawn.segments.map((segment) =>
    segmentShape(segment, AXIS_X + segment.x, middle - BAR_PX / 2, palette),
  );
  const line = { x1: MARGIN_PX, x2: PAGE_PX - MARGIN_PX, y1: y, y2: y, stroke: palette.line };
  return element(
    'g',
    {},
    [
      element('line', line),
      nameMarkup(row.item, part, middle),
      ...bar,
      ...endMarkup(drawn, part, middle),
    ].join(''),
  );
}

function nameMarkup(item: TimelineItem, { shared, palette }: RowPart, middle: number): string {
  const name = nameOf(item);
  const suffix = [shared.has(name) && item.artifactType, item.lts && 'LTS'].filter(Boolean);
  const extra = suffix.length === 0 ? '' : `  ${suffix.join(' ')}`;
  const room = Math.floor(NAME_PX / NAME_CHARACTER_PX) - extra.length;
  const text =
    escapeXml(shortened(name, room)) +
    (extra && element('tspan', { fill: palette.muted, 'font-weight': 400 }, escapeXml(extra)));
  return [
    element('title', {}, escapeXml(name)),
    textAt(MARGIN_PX + 44, middle + 4, formatCount(item.images), { 'text-anchor': 'end' }),
    element('text', { x: MARGIN_PX + 58, y: middle + 4, 'font-weight': 600 }, text),
  ].join('');
}

/** The mark, unless it lies outside of the page's part of the axis, and the words where they fit. */
function endMarkup(drawn: DrawnRow, part: RowPart, middle: number): string[] {
  const { scale, palette, today } = part;
  const { bar, item } = drawn;
  const text = endText(item, bar.state, today);
  const markX = xOf(scale, bar.markAt);
  const isInSight = markX >= 0 && markX <= AXIS_LENGTH_PX;
  const mark = isInSight ? markShape(bar.state, AXIS_X + markX, middle, palette) : '';
  const question = isInSight && bar.undated ? questionMark(AXIS_X + markX, middle, palette) : '';
  // Against days, not pixels: a drawn row is cut at the axis' ends.
  const ends = { markX, endX: xOf(scale, bar.until) };
  const page = { leftPx: 0, widthPx: AXIS_LENGTH_PX };
  const place = endPlaceOf(ends, textPx(text), { originPx: 0, isNarrow: false }, page);
  return [mark, question, wordsMarkup(text, place, drawn, part, middle)];
}

function wordsMarkup(
  text: string,
  place: ReturnType<typeof endPlaceOf>,
  { bar, endX }: DrawnRow,
  { palette }: RowPart,
  middle: number,
): string {
  const colour = {
    fill: bar.state === 'ended' || bar.state === 'soon' ? palette.ink : palette.muted,
  };
  if (place === 'after') {
    // The lines of the axis must not run through the words.
    const halo = { stroke: palette.paper, 'stroke-width': 4, 'paint-order': 'stroke' };
    return textAt(AXIS_X + endX + END_GAP_PX, middle + 4, text, { ...colour, ...halo });
  }
  if (place === 'earlier') {
    return (
      markShape(bar.state, AXIS_X + 20, middle, palette) +
      textAt(AXIS_X + 4, middle + 4, '‹', colour) +
      textAt(AXIS_X + 30, middle + 4, text, colour)
    );
  }
  const words = place === 'later' ? `${text} ›` : text;
  const right = AXIS_X + AXIS_LENGTH_PX - 4;
  const left = right - textPx(words) - 22;
  const paper = { x: left, y: middle - 8, width: right - left + 2, height: 16, rx: 3 };
  return (
    element('rect', { ...paper, fill: palette.paper }) +
    markShape(bar.state, left + 10, middle, palette) +
    textAt(left + 20, middle + 4, words, colour)
  );
}

import { formatDay } from '@/lib/dates';
import { ticksOf, yearBandsOf } from '../drawing/ticks';
import type { TimeScale, Zoom } from '../drawing/time-scale';
import type { Palette } from './palette';
import { AXIS_LENGTH_PX, AXIS_X, MARGIN_PX } from './picture';
import { element, textAt } from './svg-markup';

export interface AxisPart {
  readonly scale: TimeScale;
  readonly zoom: Zoom;
  /** A UTC day, and where it is on the axis. */
  readonly today: string;
  readonly todayX: number;
  readonly palette: Palette;
}

/** No label begins so near to the end that it would leave the page. */
const LABEL_PX = 30;
const TODAY_PX = 124;

/** What is past in a shade, the lines of months, quarters or years, and today's. */
export function axisLines(axis: AxisPart, top: number, bottom: number): string {
  const { todayX, palette } = axis;
  const line = (x: number, stroke: string, width = 1) =>
    element('line', { x1: x, x2: x, y1: top, y2: bottom, stroke, 'stroke-width': width });
  const past = Math.max(0, Math.min(AXIS_LENGTH_PX, todayX));
  return [
    element('rect', {
      x: AXIS_X,
      y: top,
      width: past,
      height: bottom - top,
      fill: palette.past,
    }),
    ...ticksInSight(axis).map(({ x, isYear }) =>
      line(AXIS_X + x, isYear ? palette.yearLine : palette.line),
    ),
    ...(isInSight(todayX) ? [line(AXIS_X + todayX, palette.today, 2)] : []),
  ].join('');
}

/** The labels of the axis, which ends at `top`, and what the columns at its left hold. */
export function axisLabels(axis: AxisPart, top: number): string {
  const { zoom, todayX, palette } = axis;
  const heading = { fill: palette.muted, 'font-weight': 600 };
  return [
    textAt(MARGIN_PX + 44, top - 8, 'Images', { ...heading, 'text-anchor': 'end' }),
    textAt(MARGIN_PX + 58, top - 8, 'Software', heading),
    ...(zoom === 'year' ? [] : yearLabels(axis, top - 24)),
    ...ticksInSight(axis)
      .filter(({ x }) => x < AXIS_LENGTH_PX - LABEL_PX)
      .map(({ x, label }) => textAt(AXIS_X + x + 4, top - 8, label, { fill: palette.muted })),
    ...(isInSight(todayX) ? [todayLabel(axis, top - (zoom === 'year' ? 42 : 58))] : []),
  ].join('');
}

function yearLabels({ scale, palette }: AxisPart, y: number): string[] {
  return yearBandsOf(scale).flatMap(({ x, widthPx, label }) => {
    const start = Math.max(0, x);
    if (x + widthPx - start < LABEL_PX || start > AXIS_LENGTH_PX - LABEL_PX) return [];
    return [textAt(AXIS_X + start + 4, y, label, { 'font-weight': 600, fill: palette.ink })];
  });
}

function todayLabel({ today, todayX, palette }: AxisPart, y: number): string {
  const middle = Math.max(TODAY_PX / 2, Math.min(AXIS_LENGTH_PX - TODAY_PX / 2, todayX)) + AXIS_X;
  const box = { x: middle - TODAY_PX / 2, y, width: TODAY_PX, height: 18, rx: 4 };
  const label = {
    'text-anchor': 'middle',
    'font-size': 11.5,
    'font-weight': 600,
    fill: palette.onToday,
  };
  return (
    element('rect', { ...box, fill: palette.today }) +
    textAt(middle, y + 13, `Today · ${formatDay(today)}`, label)
  );
}

function ticksInSight({ scale, zoom }: AxisPart) {
  return ticksOf(scale, zoom).filter(({ x }) => isInSight(x));
}

function isInSight(x: number): boolean {
  return x >= 0 && x <= AXIS_LENGTH_PX;
}

import type { Status } from '@/components/status/states';
import type { Segment } from '../drawing/row-layout';
import type { Palette } from './palette';
import { element, textAt } from './svg-markup';

export const BAR_PX = 12;
const MARK_PX = 12;
const FADE_IN = 'fade-in';
const FADE_OUT = 'fade-out';
const OVERRUN = 'overrun';

/** What the shapes refer to. Lightness and hatching carry the meaning, so that it survives a grey print. */
export function definitions({ ink, overrunPaper, status }: Palette): string {
  const stop = (offset: number, opacity: number) =>
    element('stop', { offset, 'stop-color': ink, 'stop-opacity': opacity });
  const hatch =
    element('rect', { width: 6, height: 6, fill: overrunPaper }) +
    element('rect', { width: 1.75, height: 6, fill: status.ended });
  return element(
    'defs',
    {},
    element('linearGradient', { id: FADE_IN }, stop(0, 0) + stop(1, 0.32)) +
      element('linearGradient', { id: FADE_OUT }, stop(0, 0.32) + stop(1, 0)) +
      element(
        'pattern',
        {
          id: OVERRUN,
          width: 6,
          height: 6,
          patternUnits: 'userSpaceOnUse',
          patternTransform: 'rotate(45)',
        },
        hatch,
      ),
  );
}

/** A part of a bar whose upper left corner is at a point. */
export function segmentShape(segment: Segment, x: number, y: number, palette: Palette): string {
  const { kind, widthPx, fade } = segment;
  const box = { x, y, width: widthPx, height: BAR_PX };
  const outline = {
    x: x + 0.5,
    y: y + 0.5,
    width: Math.max(0, widthPx - 1),
    height: BAR_PX - 1,
    stroke: palette.ink,
    'stroke-opacity': 0.4,
  };
  if (fade !== null) {
    const gradient = `url(#${fade === 'in' ? FADE_IN : FADE_OUT})`;
    const dashes = { ...outline, fill: 'none', 'stroke-dasharray': '3 3' };
    return element('rect', { ...box, fill: gradient }) + element('rect', dashes);
  }
  if (kind === 'active' || kind === 'standard') {
    const opacity = kind === 'active' ? 0.65 : 0.32;
    return element('rect', { ...box, fill: palette.ink, 'fill-opacity': opacity });
  }
  if (kind === 'overrun') {
    return element('rect', { ...box, y: y + 3, height: BAR_PX - 6, fill: `url(#${OVERRUN})` });
  }
  return element('rect', {
    ...outline,
    fill: palette.ink,
    'fill-opacity': 0.08,
    'stroke-dasharray': kind === 'undated' ? '3 3' : undefined,
  });
}

/** The mark of a state around a point: square, three quarters, half, ring, dashed ring. */
export function markShape(status: Status, x: number, y: number, palette: Palette): string {
  const colour = palette.status[status];
  const halo = element('circle', { cx: 6, cy: 6, r: 7, fill: palette.paper });
  const ring = { cx: 6, cy: 6, r: 4.75, fill: palette.paper, stroke: colour, 'stroke-width': 1.5 };
  const fill = (d: string) => element('path', { d, fill: colour });
  const shapes: Readonly<Record<Status, string>> = {
    ended: element('rect', {
      x: 0.75,
      y: 0.75,
      width: 10.5,
      height: 10.5,
      rx: 1.5,
      fill: colour,
      stroke: palette.paper,
    }),
    soon: halo + element('circle', ring) + fill('M6 6V1.25A4.75 4.75 0 1 1 1.25 6Z'),
    next: halo + element('circle', ring) + fill('M6 1.25A4.75 4.75 0 0 1 6 10.75Z'),
    later: halo + element('circle', ring),
    unknown: halo + element('circle', { ...ring, 'stroke-dasharray': '2.1 1.63' }),
  };
  const corner = [x, y].map((middle) => (middle - MARK_PX / 2).toFixed(2)).join(' ');
  const transform = `translate(${corner})`;
  return element('g', { transform }, shapes[status]);
}

/** What marks an end on a day that nobody knows: laid over the state's mark. */
export function questionMark(x: number, y: number, { paper }: Palette): string {
  return textAt(x, y + 3.5, '?', {
    'text-anchor': 'middle',
    'font-size': 9.5,
    'font-weight': 700,
    fill: paper,
  });
}

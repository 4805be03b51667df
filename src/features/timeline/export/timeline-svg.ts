import { dayNumber } from '../drawing/day-number';
import { xOf } from '../drawing/time-scale';
import { sharedNames } from '../words';
import { axisLabels, axisLines } from './axis-markup';
import { footer, header, HEADER_PX } from './header-markup';
import { AXIS_LENGTH_PX, AXIS_X, PAGE_PX, pageScale, ROW_PX, type Picture } from './picture';
import { rowMarkup } from './row-markup';
import { definitions } from './shapes';
import { element, escapeXml } from './svg-markup';

const AXIS_PX = { year: 42, quarter: 58, month: 58 } as const;
const FOOTER_PX = 78;
/** None of them is embedded: whoever opens the file has at least the last. */
const FONTS = "Geist, Inter, 'Helvetica Neue', Arial, sans-serif";

export interface SvgFile {
  readonly markup: string;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * The timeline as a file that stands for itself: titled, dated, with a legend, all rows, text as text. Nothing
 * in it is loaded from anywhere.
 */
export function timelineSvg(picture: Picture): SvgFile {
  const { rows, palette, organization, today, zoom } = picture;
  const scale = pageScale(picture);
  const shared = sharedNames(rows.map(({ item }) => item));
  const top = HEADER_PX + AXIS_PX[zoom];
  const bottom = top + rows.length * ROW_PX;
  const heightPx = bottom + FOOTER_PX;
  const todayX = xOf(scale, dayNumber(today) ?? 0);
  const axis = { scale, zoom, today, todayX, palette };
  const content = [
    element('title', {}, escapeXml(`Software end of life, ${organization}, ${today}`)),
    definitions(palette),
    element('rect', { width: PAGE_PX, height: heightPx, fill: palette.paper }),
    header(picture),
    axisLines(axis, top, bottom),
    axisLabels(axis, top),
    ...rows.map((row, index) =>
      rowMarkup(row, { scale, shared, today, palette, y: top + index * ROW_PX }),
    ),
    element('rect', {
      x: AXIS_X,
      y: top,
      width: AXIS_LENGTH_PX,
      height: bottom - top,
      fill: 'none',
      stroke: palette.yearLine,
    }),
    footer(picture, bottom),
  ];
  const markup = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: PAGE_PX,
      height: heightPx,
      viewBox: `0 0 ${PAGE_PX} ${heightPx}`,
      'font-family': FONTS,
      'font-size': 12,
      fill: palette.ink,
    },
    content.join('\n'),
  );
  return { markup, widthPx: PAGE_PX, heightPx };
}

import { formatDay } from '@/lib/dates';
import { GridLines } from '../axis/view';
import { BarDefinitions } from '../bar/view';
import { dayNumber, xOf } from '../layout/scale';
import { AxisLabels, frameOf, Header } from './head/view';
import { At, COUNT_PX, MARGIN_PX, Paper, ROW_PX, shortened } from './mark/view';
import { Row } from './row/view';
import type { Picture } from './types';

const FOOTER_PX = 34;
/** Of what is left out: as many as stand on a slide. */
const REST_CHARACTERS = 110;

/** Says how high the picture is, in pixels. */
export function pictureHeight(
  picture: Pick<Picture, 'widthPx' | 'heightPx' | 'zoom' | 'rows' | 'rest'>,
): number {
  const { topPx } = frameOf(picture);
  const rows = picture.rows.length + (picture.rest === null ? 0 : 1);
  return Math.max(picture.heightPx, topPx + rows * ROW_PX + FOOTER_PX);
}

/** Says how many rows fit. */
export function rowsThatFit({
  rows,
  ...page
}: Pick<Picture, 'widthPx' | 'heightPx' | 'zoom' | 'rows'>): number {
  const { topPx } = frameOf({ ...page, rows });
  return Math.max(1, Math.floor((page.heightPx - topPx - FOOTER_PX) / ROW_PX));
}

/** Draws the timeline to stand alone: titled, dated, with a legend and all rows. */
export function TimelinePicture(picture: Picture) {
  const { rows, rest, today, isPast, zoom, widthPx, magnified, title, place } = picture;
  const frame = frameOf(picture);
  const { axisX, axisPx, topPx } = frame;
  const scale = picture.scale(axisPx);
  const heightPx = pictureHeight(picture);
  const rowsPx = rows.length * ROW_PX;
  const todayX = xOf(scale, dayNumber(today) ?? 0);
  return (
    <Paper title={`${title}, ${today}`} {...{ widthPx, heightPx, magnified }}>
      <BarDefinitions />
      <Header picture={picture} frame={frame} />
      <At x={axisX} y={topPx}>
        <GridLines {...{ scale, zoom, todayX }} heightPx={rowsPx} />
        <AxisLabels {...{ scale, zoom, today, todayX, isPast, frame }} />
      </At>
      {rows.map((row, index) => (
        <At key={row.key} y={topPx + index * ROW_PX}>
          <Row row={row} scale={scale} frame={frame} widthPx={widthPx} />
        </At>
      ))}
      <rect
        x={axisX}
        y={topPx}
        width={axisPx}
        height={rowsPx}
        className="fill-none stroke-border-strong"
      />
      {rest !== null && (
        <text x={MARGIN_PX + COUNT_PX + 12} y={topPx + rowsPx + ROW_PX / 2 + 6} fontWeight="600">
          {shortened(rest, REST_CHARACTERS)}
        </text>
      )}
      <At x={MARGIN_PX} y={heightPx - 14}>
        <text fontSize="10.5" className="fill-muted">
          {`Eventide · ${formatDay(today)} · Dates are UTC days.`}
        </text>
      </At>
      <text
        x={widthPx - MARGIN_PX}
        y={heightPx - 14}
        textAnchor="end"
        fontSize="10.5"
        className="fill-muted"
      >
        {place}
      </text>
    </Paper>
  );
}

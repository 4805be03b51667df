import type { ReactNode } from 'react';
import { yearBands, type TimeScale } from '@/components/charts/time-scale';
import { STATUS_LABELS, STATUSES } from '@/components/status/states';
import type { Day } from '@/domain/eol/calendar';
import { formatCount } from '@/lib/numbers';
import {
  NOTE_SAMPLES,
  NoteShape,
  RARE_SAMPLES,
  SAMPLE_PX,
  SAMPLES,
  SegmentShape,
} from '../../bar/view';
import { BAR_PX } from '../../layout/rows';
import { ticksOf, type Zoom } from '../../layout/scale';
import { At, CHARACTER_PX, COUNT_PX, MARGIN_PX, Mark, shortened } from '../mark/view';
import { dayMarkWords } from '../../words';
import type { Picture, PictureRow } from '../types';

const WIDEST_CELL_PX = 330;
const CELL_SHARE = 0.3;
const HEADER_PX = 74;
const LEGEND_LINE_PX = 18;
const AXIS_PX = { year: 42, quarter: 58, month: 58 } as const;
/** Between the last label of the axis and its end. */
const LABEL_PX = 30;
const TODAY_PX = 144;
const BOLD_CHARACTER_PX = 7.4;
const TITLE_CHARACTER_PX = 11;

export interface Frame {
  readonly cellPx: number;
  readonly axisX: number;
  readonly axisPx: number;
  /** Where the first row begins. */
  readonly topPx: number;
  readonly legend: readonly LegendEntry[];
}

/** Lays out what does not depend on the rows. */
export function frameOf({
  widthPx,
  zoom,
  rows,
}: Pick<Picture, 'widthPx' | 'zoom' | 'rows'>): Frame {
  const cellPx = Math.min(WIDEST_CELL_PX, Math.round(widthPx * CELL_SHARE));
  const axisX = MARGIN_PX + cellPx;
  const legend = legendOf(rows, widthPx - 2 * MARGIN_PX);
  const lines = (legend.at(-1)?.line ?? 0) + 1;
  return {
    cellPx,
    axisX,
    axisPx: widthPx - axisX - MARGIN_PX,
    topPx: HEADER_PX + LEGEND_LINE_PX * (lines + 1) + AXIS_PX[zoom],
    legend,
  };
}

interface LegendEntry {
  readonly label: string;
  readonly x: number;
  readonly line: number;
  readonly sample: ReactNode;
}

/** Names the pieces of bars that are in the picture, in as many lines as they need. */
function legendOf(rows: readonly PictureRow[], widthPx: number): LegendEntry[] {
  const kinds = new Set(
    rows.flatMap(({ bar }) => [
      ...bar.phases.map(({ kind, fade }) => `${kind} ${String(fade)}`),
      ...(bar.overrun ? ['overrun null'] : []),
      ...bar.notes.map(({ kind }) => kind),
    ]),
  );
  const samples = [...SAMPLES, ...RARE_SAMPLES]
    .filter(([{ kind, fade }]) => kinds.has(`${kind} ${String(fade)}`))
    .map(([segment, label]) => ({
      label,
      sample: <SegmentShape segment={segment} x={0} />,
    }));
  const notes = NOTE_SAMPLES.filter(([kind]) => kinds.has(kind)).map(([kind, label]) => ({
    label,
    sample: <NoteShape kind={kind} x={SAMPLE_PX - 10} y={BAR_PX / 2} />,
  }));
  return inLines([...samples, ...notes], widthPx);
}

function inLines(
  entries: readonly { readonly label: string; readonly sample: ReactNode }[],
  widthPx: number,
): LegendEntry[] {
  let [x, line] = [0, 0];
  return entries.map((entry) => {
    const takes = SAMPLE_PX + 22 + entry.label.length * CHARACTER_PX;
    if (x > 0 && x + takes > widthPx) [x, line] = [0, line + 1];
    const placed = { ...entry, x, line };
    x += takes;
    return placed;
  });
}

/** Says how many letters of a title and of a description a picture of a width has room for. */
export function headCharacters(widthPx: number): Record<'title' | 'description', number> {
  const charactersAt = (px: number) => Math.floor((widthPx - 2 * MARGIN_PX) / px);
  return { title: charactersAt(TITLE_CHARACTER_PX), description: charactersAt(CHARACTER_PX) };
}

/** Titles the picture, says whose software it is and as of when, and names marks and bars. */
export function Header({ picture, frame }: { picture: Picture; frame: Frame }) {
  const { title, description, states, widthPx } = picture;
  const labels = STATUSES.filter((status) => (states[status] ?? 0) > 0).map((status) => ({
    status,
    label: `${STATUS_LABELS[status]}: ${formatCount(states[status] ?? 0)}`,
  }));
  const stateX = runningSum(labels.map(({ label }) => 34 + label.length * BOLD_CHARACTER_PX));
  const fit = headCharacters(widthPx);
  return (
    <At x={MARGIN_PX}>
      <text y={36} fontSize="20" fontWeight="700">
        {shortened(title, fit.title)}
      </text>
      <text y={56} className="fill-muted">
        {shortened(description, fit.description)}
      </text>
      {labels.map(({ status, label }, index) => (
        <At key={status} x={stateX[index]} y={HEADER_PX + 4}>
          <Mark status={status} x={6} y={-4} />
          <text x={17} fontWeight="600">
            {label}
          </text>
        </At>
      ))}
      {frame.legend.map(({ label, x, line, sample }) => (
        <At key={label} x={x} y={HEADER_PX + 4 + LEGEND_LINE_PX * (line + 1)}>
          <At y={2 - BAR_PX}>{sample}</At>
          <text x={SAMPLE_PX + 6} className="fill-muted">
            {label}
          </text>
        </At>
      ))}
    </At>
  );
}

interface AxisLabelsProps {
  scale: TimeScale;
  zoom: Zoom;
  today: Day;
  todayX: number;
  isPast: boolean;
  frame: Frame;
}

/** Writes the labels above the axis, whose upper left corner is the origin, and the heads of the columns. */
export function AxisLabels({ scale, zoom, today, todayX, isPast, frame }: AxisLabelsProps) {
  const { cellPx, axisPx } = frame;
  const last = axisPx - LABEL_PX;
  const todayAt = Math.max(TODAY_PX / 2, Math.min(axisPx - TODAY_PX / 2, todayX));
  return (
    <>
      <text x={COUNT_PX - cellPx} y={-8} fontWeight="600" textAnchor="end" className="fill-muted">
        Images
      </text>
      <text x={COUNT_PX + 12 - cellPx} y={-8} fontWeight="600" className="fill-muted">
        Software
      </text>
      {zoom !== 'year' &&
        yearBands(scale)
          .map(({ at, length, label }) => ({ x: Math.max(0, at), end: at + length, label }))
          .filter(({ x, end }) => end - x >= LABEL_PX && x <= last)
          .map(({ x, label }) => (
            <text key={label} x={x + 4} y={-24} fontWeight="600">
              {label}
            </text>
          ))}
      {ticksOf(scale, zoom)
        .filter(({ at }) => at >= 0 && at < last)
        .map(({ at, label }) => (
          <text key={at} x={at + 4} y={-8} className="fill-muted">
            {label}
          </text>
        ))}
      {todayX >= 0 && todayX <= axisPx && (
        <At x={todayAt} y={zoom === 'year' ? -42 : -58}>
          <rect x={-TODAY_PX / 2} width={TODAY_PX} height="18" rx="4" className="fill-accent" />
          <text
            y={13}
            textAnchor="middle"
            fontSize="11.5"
            fontWeight="600"
            className="fill-accent-fg"
          >
            {dayMarkWords(today, isPast)}
          </text>
        </At>
      )}
    </>
  );
}

/** Where each of several things begins that stand in a line. */
function runningSum(widths: readonly number[]): number[] {
  return widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, 0));
}

import type { TimeScale } from '@/components/charts/time-scale';
import { formatCount } from '@/lib/numbers';
import { NoteShape, SegmentShape } from '../../bar/view';
import { END_GAP_PX, placeEnd, type EndPlace } from '../../layout/words';
import { BAR_PX, drawBar, type DrawnBar } from '../../layout/rows';
import type { Frame } from '../head/view';
import {
  At,
  CHARACTER_PX,
  COUNT_PX,
  MARGIN_PX,
  Mark,
  ROW_PX,
  shortened,
  xmlText,
} from '../mark/view';
import type { PictureRow } from '../types';
import { WORDS_PADDING_PX, wordsBeside, wordsWidth, type PlacedWords } from './words';

const NAME_CHARACTER_PX = 6.9;

export interface RowProps {
  row: PictureRow;
  scale: TimeScale;
  frame: Frame;
  widthPx: number;
}

/** Draws a row: how many images, the mark of its state, its name, its bar with the marks of its ends, and these in words. */
export function Row({ row, scale, frame, widthPx }: RowProps) {
  const bar = drawBar(row.bar, scale);
  const middle = ROW_PX / 2;
  return (
    <>
      <title>{xmlText(row.name)}</title>
      <line x1={MARGIN_PX} x2={widthPx - MARGIN_PX} className="stroke-border" />
      <text x={MARGIN_PX + COUNT_PX} y={middle + 4} textAnchor="end">
        {row.images === null ? '' : formatCount(row.images)}
      </text>
      <RowName row={row} cellPx={frame.cellPx} />
      <At x={frame.axisX} y={middle}>
        <At y={-BAR_PX / 2}>
          {bar.segments.map((segment) => (
            <SegmentShape
              key={`${segment.kind} ${String(segment.fade)}`}
              segment={segment}
              x={segment.x}
            />
          ))}
        </At>
        <Words row={row} bar={bar} axisPx={frame.axisPx} />
        {bar.ends.map(({ x, state }) => (
          <Mark key={x} status={state} x={x} y={0} />
        ))}
        {bar.notes.map(({ x, kind }) => (
          <NoteShape key={`${kind} ${String(x)}`} kind={kind} x={x} y={0} />
        ))}
      </At>
    </>
  );
}

/** Lays out the name of a row, with what is added to it, in a cell of a width. */
function layOutName({ item, extra, level }: PictureRow, cellPx: number) {
  const added = [extra, item?.lts && 'LTS', item?.contract && 'contract'].filter(Boolean);
  const suffix = added.length === 0 ? '' : `  ${added.join(' ')}`;
  const indentPx = level === 'part' ? 12 : 0;
  const characters = Math.floor((cellPx - COUNT_PX - 34 - indentPx) / NAME_CHARACTER_PX);
  return { suffix, indentPx, room: Math.max(4, characters - suffix.length) };
}

/** Tells whether a cell of a width has room for the whole name of a row. */
export function hasRoomForName(row: PictureRow, cellPx: number): boolean {
  return row.name.length <= layOutName(row, cellPx).room;
}

function RowName({ row, cellPx }: { row: PictureRow; cellPx: number }) {
  const { level, name } = row;
  const { suffix, indentPx, room } = layOutName(row, cellPx);
  const x = MARGIN_PX + COUNT_PX + 12 + indentPx;
  return (
    <>
      <Mark status={row.state} x={x + 6} y={ROW_PX / 2} />
      <text x={x + 18} y={ROW_PX / 2 + 4} fontWeight={level === 'part' ? 400 : 600}>
        {shortened(name, room)}
        {suffix && (
          <tspan fontWeight="400" className="fill-muted">
            {xmlText(suffix)}
          </tspan>
        )}
      </text>
    </>
  );
}

interface WordsProps {
  row: PictureRow;
  bar: DrawnBar;
  axisPx: number;
}

/** Says at the end of a bar when it ends, or elsewhere with an arrow to that end. */
function Words({ row, bar, axisPx }: WordsProps) {
  const text = xmlText(row.endText);
  const isUrgent = row.toldState === 'ended' || row.toldState === 'soon';
  const className = isUrgent ? 'fill-fg' : 'fill-muted';
  const place = placeEnd(bar, text.length * CHARACTER_PX, { startPx: 0, edgePx: axisPx });
  if (place.at === 'after' && bar.wordsX >= bar.endX) {
    return (
      <text
        x={bar.wordsX + END_GAP_PX}
        y={4}
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
        className={`${className} stroke-surface`}
      >
        {text}
      </text>
    );
  }
  const marks = [...bar.ends, ...bar.notes].map(({ x }) => x);
  const placed =
    place.at === 'after'
      ? { text, x: bar.wordsX + END_GAP_PX - WORDS_PADDING_PX }
      : placedWords(text, place, marks, axisPx);
  return (
    <At x={placed.x}>
      <rect
        y={-8}
        width={wordsWidth(placed.text)}
        height="16"
        rx="3"
        className="fill-surface"
        fillOpacity="0.9"
      />
      <text x={WORDS_PADDING_PX} y={4} className={className}>
        {placed.text}
      </text>
    </At>
  );
}

/** Words that stand apart from the end of a bar, with their arrow. */
function placedWords(
  text: string,
  { at, beforeX, arrow }: EndPlace,
  marks: readonly number[],
  axisPx: number,
): PlacedWords {
  const led = arrow === 'earlier' ? `‹ ${text}` : text;
  const tail = arrow === 'later' ? ' ›' : '';
  if (at === 'left') return { text: led, x: WORDS_PADDING_PX };
  if (beforeX === null) return wordsBeside(led, marks, axisPx, tail);
  return { text: led + tail, x: beforeX - wordsWidth(led + tail) };
}

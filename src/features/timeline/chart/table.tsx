'use client';

import { memo, type MouseEvent } from 'react';
import { useRouter } from 'next/navigation';
import { ChevronLeft, ChevronRight, Handshake } from 'lucide-react';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { MiddleCut } from '@/components/ui/middle-truncate';
import { hrefs } from '@/features/hrefs';
import { placeWords } from '@/features/names/contract';
import { cn } from '@/lib/cn';
import { countOf } from '@/lib/numbers';
import { insteadOfGoing, meaningOfPress } from '@/lib/plain-press';
import { BarPicture, NoteShape } from '../bar/view';
import {
  BAR_PX,
  NARROW_CELL_PX,
  rowsInView,
  type DrawnRow,
  type Geometry,
  type RowFacts,
} from '../layout/rows';
import { axisSeen, chooseWords, END_GAP_PX, type EndPlace } from '../layout/words';
import type { ImagesInUse } from '../lines/actions';
import { markedText } from '../words';
import { indexOf, type RowFocus, type ScrollView } from './actions';
import type { PlacedRow } from './view';

/** Builds the address of the images that a row counts; null where there is none. Stable between renders. */
export type ImagesHref = (row: RowFacts) => string | null;

export interface RowListProps {
  rows: readonly PlacedRow[];
  images: ImagesInUse;
  geometry: Geometry;
  view: ScrollView;
  focus: RowFocus;
  imagesHref: ImagesHref;
  /** The UTC day that it is as of, to which its links lead; null: now. */
  asOf: string | null;
  /** Names of products whose lines are open. */
  open: readonly string[];
  onToggle: (product: string) => void;
}

/** Rows drawn above and below those in sight, so that none is missing when they come into sight. */
const OVERSCAN = 8;

/**
 * Draws the rows in sight, and the one with the focus. A press on a row goes to its software, or opens its line where there
 * are several.
 */
export function RowList(props: RowListProps) {
  const { rows, images, geometry, view, focus, imagesHref, asOf, open, onToggle } = props;
  const router = useRouter();
  const onPress = (event: MouseEvent) => {
    const row = rows[indexOf(event.target) ?? -1]?.row;
    // The number's link has gone its own way.
    if (!row || event.defaultPrevented) return;
    if (!row.item) {
      if (event.type === 'click') onToggle(row.line.productName);
      return;
    }
    const href = hrefs.software(row.item.id, { as_of: asOf });
    if (isRowLink(event.target)) {
      if (event.type === 'click') insteadOfGoing(() => router.push(href))?.(event);
      return;
    }
    const meaning = meaningOfPress(event.nativeEvent);
    if (meaning === 'go') router.push(href);
    if (meaning === 'tab') window.open(href, '_blank', 'noopener');
  };
  return (
    <ol
      aria-label="Software by end of life"
      onClick={onPress}
      onAuxClick={onPress}
      onFocus={focus.onFocus}
    >
      {indexesOf(view, geometry, rows.length, focus.focused).map((index) => {
        const row = rows[index]?.row;
        const place = { index, count: rows.length, geometry };
        if (!row) return <PendingRow key={`pending ${String(index)}`} {...place} />;
        return (
          <Row
            key={row.key}
            row={row}
            {...place}
            images={imagesOf(row, images)}
            {...wordsOf(row, geometry, view)}
            imagesHref={imagesHref}
            asOf={asOf}
            isOpen={row.item === null && open.includes(row.line.productName)}
          />
        );
      })}
    </ol>
  );
}

function wordsOf({ drawn, words }: DrawnRow, geometry: Geometry, view: ScrollView) {
  return (
    chooseWords(drawn, words, axisSeen(geometry, view)) ?? {
      text: null,
      beforeX: null,
      arrow: null,
    }
  );
}

function imagesOf({ item, line }: RowFacts, images: ImagesInUse): number | undefined {
  return item ? images.ofSoftware.get(item.id) : images.ofLine.get(line.productName);
}

/** The browser opens it in a tab or a window by itself. */
function isRowLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-link]') !== null;
}

/** In order, so that the Tab key goes on in order. */
function indexesOf(
  view: ScrollView,
  { rowPx, axisPx }: Geometry,
  count: number,
  focused: number | null,
): number[] {
  const inSight = { topPx: view.topPx, heightPx: view.heightPx - axisPx };
  const { first, end } = rowsInView(inSight, rowPx, count, OVERSCAN);
  const indexes = Array.from({ length: end - first }, (_, index) => first + index);
  if (focused === null || focused >= count || (focused >= first && focused < end)) return indexes;
  return focused < first ? [focused, ...indexes] : [...indexes, focused];
}

interface PlaceProps {
  index: number;
  count: number;
  geometry: Geometry;
}

/** Keeps the room of a row that is on its way. */
function PendingRow({ index, count, geometry: { rowPx, cellPx } }: PlaceProps) {
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      className="absolute inset-x-0 border-b"
      style={{ top: index * rowPx, height: rowPx }}
    >
      <span
        className="sticky left-0 flex h-full items-center border-r bg-surface pl-20"
        style={{ width: cellPx }}
      >
        <span aria-hidden className="h-2.5 w-32 rounded-sm bg-active" />
        <span className="sr-only">Loading</span>
      </span>
    </li>
  );
}

export interface RowProps extends PlaceProps {
  row: DrawnRow;
  /** Undefined: not counted yet. */
  images: number | undefined;
  /** As {@link chooseWords} has it, each by itself: an object would be another one at every scroll. Null: no words. */
  text: string | null;
  beforeX: EndPlace['beforeX'];
  arrow: EndPlace['arrow'];
  imagesHref: ImagesHref;
  asOf: string | null;
  isOpen: boolean;
}

/** Draws one row: its name stays in sight, its bar lies on the axis. Drawn again only when it changes. */
export const Row = memo(function Row(props: RowProps) {
  const { row, index, count, geometry, text, beforeX, arrow } = props;
  const { drawn } = row;
  const { isNarrow, rowPx, originPx, barTopPx } = geometry;
  return (
    <li
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={cn(
        'group/row absolute inset-x-0 flex cursor-pointer border-b hover:bg-hover/60 has-[[data-row-link]:focus-visible]:bg-hover',
        isNarrow && 'flex-col',
      )}
      style={{ top: index * rowPx, height: rowPx }}
    >
      <RowCell {...props} />
      <div className="absolute" style={{ left: originPx + drawn.x, top: barTopPx }}>
        <BarPicture bar={drawn} />
      </div>
      {drawn.ends.map(({ x, state }) => (
        <Mark key={x} x={originPx + x} y={barTopPx} state={state} />
      ))}
      {drawn.notes.length > 0 && <Notes notes={drawn.notes} geometry={geometry} />}
      {text !== null && (
        <EndLabel
          state={row.toldState}
          text={text}
          geometry={geometry}
          x={drawn.wordsX}
          beforeX={beforeX}
          arrow={arrow}
        />
      )}
    </li>
  );
});

/** Around the words at the end of a bar. */
const AIR_PX = 4;
const WIDE_CELL =
  'h-full border-r bg-surface pl-2 group-hover/row:bg-hover has-[[data-row-link]:focus-visible]:bg-hover has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-accent-text';
const NARROW_CELL =
  'h-7.5 flex-row-reverse bg-surface/85 pl-3 has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-accent-text';

function RowCell(props: RowProps) {
  const { row, images, geometry, imagesHref } = props;
  const { item, line, level } = row;
  const contract = (item ? [item] : line.items).find((one) => one.contract)?.contract;
  return (
    <div
      data-row-name
      className={cn(
        'sticky left-0 z-10 flex shrink-0 items-center gap-3 pr-3',
        geometry.isNarrow ? NARROW_CELL : WIDE_CELL,
      )}
      style={{ width: geometry.cellPx }}
    >
      <span className="w-12 shrink-0 text-right text-sm">
        {images === undefined ? (
          <span aria-hidden className="text-subtle">
            …
          </span>
        ) : (
          <CountLink value={images} noun="image" href={imagesHref(row)} />
        )}
      </span>
      <span className={cn('flex min-w-0 grow items-center gap-2', level === 'part' && 'pl-4')}>
        <StatusMark status={row.state} />
        <RowName {...props} />
        {row.extra && <Badge>{row.extra}</Badge>}
        {item?.lts && <Badge tone="outline">LTS</Badge>}
        {contract && (
          <Badge tone="accent" title={`Contract with ${contract.vendor}, ${placeWords(contract)}`}>
            <Handshake aria-hidden />
            <span className="sr-only">Contract</span>
          </Badge>
        )}
      </span>
    </div>
  );
}

const NAME_CLASS =
  'flex min-w-0 items-center gap-1 text-left text-sm font-medium outline-none group-hover/row:text-accent-text';

/** The row's own link, or the button that opens its line. It tells a screen reader all that the bar shows. */
function RowName({ row, images, isOpen, asOf }: RowProps) {
  const { item, line, name } = row;
  const told = [
    row.extra && ` ${row.extra}`,
    row.endText,
    markedText(item ? [item] : line.items),
    images !== undefined && countOf(images, 'image'),
  ];
  const words = (
    <>
      <MiddleCut text={name} tail={name.slice(line.productName.length) || undefined} />
      <span className="sr-only">{told.filter(Boolean).join(', ')}</span>
    </>
  );
  if (item) {
    return (
      // Not the framework's link: a third of what it costs to draw a row. The list takes over its press.
      <a
        href={hrefs.software(item.id, { as_of: asOf })}
        data-row-link
        title={name}
        className={NAME_CLASS}
      >
        {words}
      </a>
    );
  }
  return (
    <button type="button" data-row-link aria-expanded={isOpen} title={name} className={NAME_CLASS}>
      <ChevronRight
        aria-hidden
        className={cn('size-3.5 shrink-0 text-subtle', isOpen && 'rotate-90')}
      />
      {words}
    </button>
  );
}

function Mark({ x, y, state }: { x: number; y: number; state: Status }) {
  return (
    <span
      aria-hidden
      data-mark="end"
      className="pointer-events-none absolute grid size-4 -translate-x-1/2 place-items-center rounded-sm bg-surface"
      style={{ left: x, top: y - 1 }}
    >
      <StatusMark status={state} className="size-3.5" />
    </span>
  );
}

interface NotesProps {
  notes: DrawnRow['drawn']['notes'];
  geometry: Geometry;
}

/** Marks the days of plans and waivers, quieter than ends. */
function Notes({ notes, geometry: { originPx, barTopPx } }: NotesProps) {
  return (
    <svg
      aria-hidden
      width="1"
      height={BAR_PX}
      className="pointer-events-none absolute overflow-visible"
      style={{ left: originPx, top: barTopPx }}
    >
      {notes.map(({ x, kind }) => (
        <g key={`${kind} ${String(x)}`} data-mark={kind}>
          <NoteShape kind={kind} x={x} y={BAR_PX / 2} />
        </g>
      ))}
    </svg>
  );
}

interface EndLabelProps {
  state: Status;
  text: string;
  geometry: Geometry;
  /** After which they belong, from the start of the axis. */
  x: number;
  beforeX: EndPlace['beforeX'];
  arrow: EndPlace['arrow'];
}

/**
 * Says at the end of a bar when its row ends. It sticks to the edges of what is in sight, so that each row
 * tells its end wherever the reader has moved to; the link of the row says the same to a screen reader.
 */
function EndLabel({ state, text, geometry, x, beforeX, arrow }: EndLabelProps) {
  const { isNarrow, originPx, barTopPx } = geometry;
  const startPx = (isNarrow ? originPx : 0) + x + END_GAP_PX - AIR_PX;
  const className = cn(
    'pointer-events-none flex h-4 shrink-0 items-center gap-1 rounded-sm bg-surface px-1 text-xs whitespace-nowrap group-hover/row:bg-hover',
    state === 'ended' || state === 'soon' ? 'text-fg' : 'text-muted',
  );
  const words = (
    <>
      {arrow === 'earlier' && <ChevronLeft className="size-3" />}
      {text}
      {arrow === 'later' && <ChevronRight className="size-3" />}
    </>
  );
  if (beforeX !== null) {
    return (
      <span
        aria-hidden
        className={cn(className, 'absolute -translate-x-full')}
        style={{ left: originPx + beforeX, top: barTopPx - 1 }}
      >
        {words}
      </span>
    );
  }
  return (
    // Words that stick to an edge must not make the axis longer.
    <div className="flex min-w-0 grow overflow-x-clip">
      {/* Not a margin: that would keep the words from sticking to the far edge. */}
      <span className="shrink-0" style={{ width: startPx }} />
      <span
        aria-hidden
        className={cn(className, 'sticky z-5 self-start')}
        style={{
          marginTop: isNarrow ? barTopPx - NARROW_CELL_PX - 1 : barTopPx - 1,
          left: (isNarrow ? 0 : originPx) + AIR_PX,
          right: AIR_PX,
        }}
      >
        {words}
      </span>
    </div>
  );
}

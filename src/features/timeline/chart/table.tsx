'use client';

import { memo, type MouseEvent } from 'react';
import { useRouter } from 'next/navigation';
import { ChevronLeft, ChevronRight, Handshake } from 'lucide-react';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { Badge } from '@/components/ui/badge';
import { CountLink } from '@/components/ui/count-link';
import { hrefs } from '@/features/hrefs';
import { supportWords } from '@/features/names/contract';
import { cn } from '@/lib/cn';
import { countOf } from '@/lib/numbers';
import { insteadOfGoing, meaningOfPress } from '@/lib/plain-press';
import { BarPicture } from '../bar/view';
import {
  END_GAP_PX,
  endPlaceOf,
  NARROW_CELL_PX,
  rowsInView,
  type ChartRow,
  type DrawnRow,
  type EndPlace,
  type Geometry,
} from '../layout/rows';
import type { ImageConditions } from '../params';
import { endText, nameOf } from '../words';
import { indexOf, type RowFocus, type ScrollView } from './actions';

export interface RowListProps {
  rows: readonly ChartRow[];
  geometry: Geometry;
  view: ScrollView;
  focus: RowFocus;
  /** Conditions of an image to be counted, besides holding the software. Stable between renders. */
  conditions: ImageConditions;
  /** A UTC day. */
  today: string;
}

/** Rows drawn above and below those in sight, so that none is missing when they come into sight. */
const OVERSCAN = 8;

/** Draws the rows in sight, and the one with the focus. A press on a row goes to its software. */
export function RowList({ rows, geometry, view, focus, conditions, today }: RowListProps) {
  const router = useRouter();
  const onPress = (event: MouseEvent) => {
    const row = rows[indexOf(event.target) ?? -1];
    // The number's link has gone its own way.
    if (!row || event.defaultPrevented) return;
    const href = hrefs.software(row.drawn.item.id);
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
        const row = rows[index];
        if (!row) return null;
        return (
          <Row
            key={row.drawn.item.id}
            row={row}
            index={index}
            count={rows.length}
            geometry={geometry}
            place={endPlaceOf(row.drawn, row.endTextPx, geometry, view)}
            conditions={conditions}
            today={today}
          />
        );
      })}
    </ol>
  );
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
  if (focused === null || (focused >= first && focused < end)) return indexes;
  return focused < first ? [focused, ...indexes] : [...indexes, focused];
}

export interface RowProps {
  row: ChartRow;
  index: number;
  count: number;
  geometry: Geometry;
  place: EndPlace;
  /** Conditions of an image to be counted, besides holding the software. */
  conditions: ImageConditions;
  /** A UTC day. */
  today: string;
}

/** Draws one row: its name stays in sight, its bar lies on the axis. Drawn again only when it changes. */
export const Row = memo(function Row(props: RowProps) {
  const { row, index, count, geometry, place } = props;
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
        <BarPicture row={drawn} />
      </div>
      <Mark x={originPx + drawn.markX} y={barTopPx} row={drawn} />
      <EndLabel
        state={drawn.bar.state}
        text={row.endText}
        place={place}
        geometry={geometry}
        x={drawn.endX}
      />
    </li>
  );
});

/** Around the words at the end of a bar. */
const AIR_PX = 4;
const WIDE_CELL =
  'h-full border-r bg-surface pl-2 group-hover/row:bg-hover group-has-[[data-row-link]:focus-visible]/row:bg-hover group-has-[[data-row-link]:focus-visible]/row:outline-2 group-has-[[data-row-link]:focus-visible]/row:-outline-offset-2 group-has-[[data-row-link]:focus-visible]/row:outline-accent-text';
const NARROW_CELL =
  'h-7.5 flex-row-reverse bg-surface/85 pl-3 group-has-[[data-row-link]:focus-visible]/row:outline-2 group-has-[[data-row-link]:focus-visible]/row:-outline-offset-2 group-has-[[data-row-link]:focus-visible]/row:outline-accent-text';

function RowCell({ row, geometry, conditions, today }: RowProps) {
  const { item, bar } = row.drawn;
  const name = nameOf(item);
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
        <CountLink
          value={item.images}
          noun="image"
          href={hrefs.images({ ...conditions, software: item.id })}
        />
      </span>
      <span className="flex min-w-0 grow items-center gap-2">
        {/* Not the framework's link: a third of what it costs to draw a row. The list takes over its press. */}
        <a
          href={hrefs.software(item.id)}
          data-row-link
          title={name}
          className="min-w-0 truncate text-sm font-medium outline-none group-hover/row:text-accent-text"
        >
          {name}
          <span className="sr-only">
            {row.isShared && ` as ${item.artifactType}`}, {endText(item, bar.state, today)},{' '}
            {countOf(item.images, 'image')}
          </span>
        </a>
        {row.isShared && <Badge>{item.artifactType}</Badge>}
        {item.lts && <Badge tone="outline">LTS</Badge>}
        {item.contract && (
          <Badge tone="accent" title={supportWords(item.contract, today)}>
            <Handshake aria-hidden />
            Contract
          </Badge>
        )}
      </span>
    </div>
  );
}

function Mark({ x, y, row }: { x: number; y: number; row: DrawnRow }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute grid size-4 -translate-x-1/2 place-items-center rounded-sm bg-surface"
      style={{ left: x, top: y - 1 }}
    >
      <StatusMark status={row.bar.state} className="size-3.5" />
      {row.bar.undated && (
        <span className="absolute text-[0.625rem] leading-none font-bold text-surface">?</span>
      )}
    </span>
  );
}

interface EndLabelProps {
  state: Status;
  text: string;
  place: EndPlace;
  geometry: Geometry;
  /** Where the bar ends, from the start of the axis. */
  x: number;
}

/**
 * Says at the end of a bar when its row ends. It sticks to the edges of what is in sight, so that each row
 * tells its end wherever the reader has moved to; the link of the row says the same to a screen reader.
 */
function EndLabel({ state, text, place, geometry, x }: EndLabelProps) {
  const { isNarrow, originPx, barTopPx } = geometry;
  const isPinned = place !== 'after';
  const startPx = (isNarrow ? originPx : 0) + x + END_GAP_PX - AIR_PX;
  return (
    // Words that stick to an edge must not make the axis longer.
    <div className="flex min-w-0 grow overflow-x-clip">
      {/* Not a margin: that would keep the words from sticking to the far edge. */}
      <span className="shrink-0" style={{ width: startPx }} />
      <span
        aria-hidden
        className={cn(
          'pointer-events-none sticky z-5 flex h-4 shrink-0 items-center gap-1 self-start rounded-sm bg-surface/85 px-1 text-xs whitespace-nowrap group-hover/row:bg-hover',
          state === 'ended' || state === 'soon' ? 'text-fg' : 'text-muted',
          isPinned && 'bg-surface',
        )}
        style={{
          marginTop: isNarrow ? barTopPx - NARROW_CELL_PX - 1 : barTopPx - 1,
          left: (isNarrow ? 0 : originPx) + AIR_PX,
          right: AIR_PX,
        }}
      >
        {place === 'earlier' && <ChevronLeft className="size-3" />}
        {isPinned && <StatusMark status={state} className="size-2.5" />}
        {text}
        {place === 'later' && <ChevronRight className="size-3" />}
      </span>
    </div>
  );
}

'use client';

import { hrefs } from '@/features/hrefs';
import type { MouseEvent } from 'react';
import { useRouter } from 'next/navigation';
import { meaningOfPress, insteadOfGoing } from '@/lib/plain-press';
import type { ImageConditions } from '../params';
import { indexOf, type RowFocus } from './keyboard';
import { Row } from './row';
import { endPlaceOf, rowsInView, type ChartRow, type Geometry } from './rows';
import type { ScrollView } from './scroll';

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

import type { KeyboardEvent, PointerEvent } from 'react';
import type { TrendData } from './trend-types';

const PAGE = 10;

/**
 * What lets a pointer and the keyboard choose a point: one stop, in which arrows go from point to point, as those
 * of a slider do.
 * @param plot where the points are, in pixels
 */
export function pointHandlers(
  { label, points, series }: TrendData,
  plot: { readonly left: number; readonly width: number },
  shown: number,
  onPoint: (index: number | null) => void,
) {
  const last = points.length - 1;
  const move = (index: number) => onPoint(Math.max(0, Math.min(last, index)));
  const moves: Record<string, number> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - PAGE,
    PageUp: shown + PAGE,
    Home: 0,
    End: last,
  };
  const counts = series.map((one) => `${one.label} ${String(one.values[shown] ?? 0)}`);
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}, point in time`,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': shown,
    'aria-valuetext': `${points[shown]?.label ?? ''}: ${counts.join(', ') || 'nothing'}`,
    onFocus: () => onPoint(shown),
    onBlur: () => onPoint(null),
    onPointerLeave: () => onPoint(null),
    onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      const at = clientX - currentTarget.getBoundingClientRect().left - plot.left;
      move(Math.floor((at / plot.width) * points.length));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const to = moves[event.key];
      if (event.key === 'Escape') return onPoint(null);
      if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      move(to);
    },
  } as const;
}

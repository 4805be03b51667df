'use client';

import { useCallback, useMemo, type RefObject } from 'react';
import { useShortcuts } from '@/lib/use-shortcuts';
import { zoomBy, type Zoom } from '../drawing/time-scale';
import type { TimelineState } from '../use-timeline-params';

export interface ChartKeysOptions {
  boxRef: RefObject<HTMLElement | null>;
  zoom: Zoom;
  setParams: TimelineState['setParams'];
  step: (by: 1 | -1) => void;
  backToToday: () => void;
}

const GROUP = 'Timeline';
/** One press pans by this share of what is in sight. */
const PAN_SHARE = 0.25;

/** Rows by `j` and `k`, zoom by `+` and `-`, time by the arrows, and `t` back to today. */
export function useChartKeys({
  boxRef,
  zoom,
  setParams,
  step,
  backToToday,
}: ChartKeysOptions): void {
  const pan = useCallback(
    (direction: 1 | -1) => {
      const element = boxRef.current;
      element?.scrollBy({ left: direction * PAN_SHARE * element.clientWidth });
    },
    [boxRef],
  );
  const shortcuts = useMemo(() => {
    const zoomTo = (by: 1 | -1) => () => setParams({ zoom: zoomBy(zoom, by) });
    return [
      { keys: 'j', label: 'Next row', group: 'Lists', run: () => step(1) },
      { keys: 'k', label: 'Previous row', group: 'Lists', run: () => step(-1) },
      { keys: '+', label: 'Zoom in', group: GROUP, run: zoomTo(1) },
      { keys: '-', label: 'Zoom out', group: GROUP, run: zoomTo(-1) },
      { keys: 'ArrowLeft', label: 'Earlier', group: GROUP, run: () => pan(-1) },
      { keys: 'ArrowRight', label: 'Later', group: GROUP, run: () => pan(1) },
      { keys: 't', label: 'Back to today', group: GROUP, run: backToToday },
    ];
  }, [zoom, setParams, pan, step, backToToday]);
  useShortcuts(shortcuts);
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { cn } from '@/lib/cn';
import { END_GAP_PX, type EndPlace } from './end-place';
import { NARROW_CELL_PX, type Geometry } from './geometry';

export interface EndLabelProps {
  state: Status;
  text: string;
  place: EndPlace;
  geometry: Geometry;
  /** Where the bar ends, from the start of the axis. */
  x: number;
}

/**
 * When a row ends, in words at the end of its bar. It sticks to the edges of what is in sight, so that each row
 * tells its end wherever the reader has moved to; the link of the row says the same to those who listen.
 */
export function EndLabel({ state, text, place, geometry, x }: EndLabelProps) {
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

/** Around the words. */
const AIR_PX = 4;

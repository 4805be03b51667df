import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { cn } from '@/lib/cn';
import { END_GAP_PX, type EndPlace } from './end-place';
import type { Geometry } from './geometry';

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
  return (
    <span
      aria-hidden
      className={cn(
        'pointer-events-none sticky flex shrink-0 items-center gap-1 self-start text-xs whitespace-nowrap',
        state === 'ended' || state === 'soon' ? 'text-fg' : 'text-muted',
        isPinned && 'z-5 rounded-sm bg-surface px-1.5 group-hover/row:bg-hover',
        place === 'earlier' && 'text-subtle',
      )}
      style={{
        height: 16,
        marginTop: isNarrow ? barTopPx - 32 - 1 : barTopPx - 1,
        marginLeft: (isNarrow ? originPx : 0) + x + END_GAP_PX,
        left: (isNarrow ? 0 : originPx) + 4,
        right: 4,
      }}
    >
      {place === 'earlier' && <ChevronLeft className="size-3" />}
      {isPinned && <StatusMark status={state} className="size-2.5" />}
      {text}
      {place === 'later' && <ChevronRight className="size-3" />}
    </span>
  );
}

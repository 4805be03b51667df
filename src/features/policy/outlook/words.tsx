import { RelativeDate } from '@/components/status/relative-date';
import type { PolicyImage } from '@/features/policy/types';

export interface BecauseProps {
  image: Pick<PolicyImage, 'because' | 'others'>;
  /** A UTC day. */
  today: string;
}

/** The software by which an image is denied or warned of, and its end. */
export function Because({ image: { because, others }, today }: BecauseProps) {
  if (!because) return null;
  const { productName, cycle, eolDate, eolDateKnown, estimatedFrom, statement } = because;
  if (statement !== null)
    return (
      <span className="min-w-0 wrap-anywhere">
        {productName} {cycle}: {statement}
        {others > 0 && <span className="text-muted"> and {others} more</span>}
      </span>
    );
  return (
    <span className="min-w-0 wrap-anywhere">
      {productName} {cycle},{' '}
      <RelativeDate
        day={eolDate}
        today={today}
        known={eolDateKnown}
        estimatedFrom={estimatedFrom}
        show="relative"
        inline
      />
      {others > 0 && <span className="text-muted"> and {others} more</span>}
    </span>
  );
}

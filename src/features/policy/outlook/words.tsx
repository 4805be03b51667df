import { RelativeDate } from '@/components/status/relative-date';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { EvidenceWord, isNoteworthy } from '@/features/names/evidence';
import type { PolicyImage } from '@/features/policy/types';

export interface BecauseProps {
  image: Pick<PolicyImage, 'because' | 'others'>;
  /** A UTC day. */
  today: string;
}

/** The software by which an image is denied or warned of, and its end. */
export function Because({ image: { because, others }, today }: BecauseProps) {
  if (!because) return null;
  const { productName, cycle, eolDate, eolDateKnown, estimatedFrom, evidence, statement } = because;
  const degree = <Evidence degree={evidence} />;
  if (statement !== null)
    return (
      <span className="min-w-0 wrap-anywhere">
        {productName} {cycle}: {statement}
        {degree}
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
      {degree}
      {others > 0 && <span className="text-muted"> and {others} more</span>}
    </span>
  );
}

/** Says how well the end is known, after it, but where it is the catalog: in brackets, as how many more there are may follow. */
function Evidence({ degree }: { degree: EvidenceDegree }) {
  if (!isNoteworthy([degree])) return null;
  return (
    <span className="text-muted">
      {' ('}
      <span className="sr-only">Evidence: </span>
      <EvidenceWord degree={degree} />)
    </span>
  );
}

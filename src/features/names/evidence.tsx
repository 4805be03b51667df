import { SelectFilter } from '@/components/data-table/select-filter';
import {
  EVIDENCE_DEGREES,
  EVIDENCE_SENTENCES,
  EVIDENCE_WORDS,
  type EvidenceDegree,
} from '@/domain/evidence/degree';

const OPTIONS = EVIDENCE_DEGREES.map((value) => ({ value, label: EVIDENCE_WORDS[value] }));

export interface EvidenceFilterProps {
  /** Null: any. */
  value: EvidenceDegree | null;
  onChange: (value: EvidenceDegree | null) => void;
}

/** Offers the degrees of evidence, best first. */
export function EvidenceFilter(props: EvidenceFilterProps) {
  return <SelectFilter<EvidenceDegree> label="Evidence" options={OPTIONS} {...props} />;
}

/** Names a degree of evidence; what it stands for is told on hover. */
export function EvidenceWord({ degree }: { degree: EvidenceDegree }) {
  return (
    <span
      title={EVIDENCE_SENTENCES[degree]}
      className={degree === 'unknown' ? 'text-subtle' : undefined}
    >
      {EVIDENCE_WORDS[degree]}
    </span>
  );
}

/**
 * Tells whether degrees are worth a word beside software: that the catalog knows its end is what readers expect. Lists, files and
 * the API say it always.
 */
export function isNoteworthy(degrees: readonly EvidenceDegree[]): boolean {
  return degrees.some((degree) => degree !== 'catalog');
}

/** Says a choice of it within a sentence. */
export function evidenceWords(degree: EvidenceDegree): string {
  return `the evidence “${EVIDENCE_WORDS[degree]}”`;
}

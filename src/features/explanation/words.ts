import { EVIDENCE_SENTENCES } from '@/domain/evidence/degree';
import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { formatDay, undatedEnd } from '@/lib/dates';
import type { Explanation } from './query';

type End = Explanation['end'];

/** Whose date an end is. */
export const SOURCE_WORDS = {
  scanner: 'the scanner',
  catalog: 'the catalog',
  override: 'your organization’s own date',
  inferred: 'an estimate, as a later release cycle has ended',
  contract: 'a contract',
} as const satisfies Record<NonNullable<End['source']>, string>;

/** Says where the catalog had a change from. @param source null: it was not kept */
export function sourceWords(source: string | null): string {
  if (source === 'starter') return 'shipped with this service';
  return `from ${source ?? 'a source not kept'}`;
}

/** Names a day on which something ends, or what is known instead. */
export function endWords({ date, date_known, estimated_from }: End): string {
  if (date === null) return STATE_WORDS.unknown;
  return date_known ? formatDay(date) : undatedEnd(estimated_from);
}

/** Says what one voice knows of an end. */
export function saidWords({
  date,
  ended,
}: {
  readonly date: string | null;
  readonly ended: boolean;
}): string {
  if (date !== null) return formatDay(date);
  return ended ? ENDED_UNDATED : STATE_WORDS.unknown;
}

/** Says how well its end is known, of a date that the catalog gives as such. */
export function evidenceWords({
  end,
  finding: { evidence },
}: Pick<Explanation, 'end' | 'finding'>): string {
  const isDated = end.source === 'catalog' && end.date !== null && end.date_known;
  return evidence === 'catalog' && isDated
    ? 'The vendor or the catalog gives this date'
    : EVIDENCE_SENTENCES[evidence];
}

/**
 * Names the scanner among those who say when it ends. What scanners say is kept for each release cycle: where the
 * upload was an SBOM that named none, another upload said it, which is told where its date counts; null elsewhere.
 */
export function scannerWords({
  end,
  packages,
  uploads: { latest },
}: Pick<Explanation, 'end' | 'packages' | 'uploads'>): string | null {
  const isNamedHere = packages.some(({ found_by: by }) => by === 'scanner');
  if (isNamedHere || !latest || latest.format === null) return 'The scanner';
  return end.source === 'scanner' ? 'A scanner' : null;
}

export const LEVEL_WORDS = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
} as const satisfies Record<Explanation['catalog_history'][number]['level'], string>;

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

export const LEVEL_WORDS = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
} as const satisfies Record<Explanation['catalog_history'][number]['level'], string>;

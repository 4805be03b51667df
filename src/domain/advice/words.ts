import { STATE_CLAUSES } from '@/domain/eol/words';
import type { NoTargetReason } from './advice';

/** Writes a day: as people read it on a page, as it is in a file. */
type ShowDay = (day: string) => string;

/** A cycle that advice names. */
export interface NamedCycle {
  readonly label: string;
  /** A UTC day; null: it is supported, and no end is known. */
  readonly endsOn: string | null;
}

/** Why there is no target, as a page has it. */
export interface NoTarget {
  readonly reason: NoTargetReason | null;
  readonly about: NamedCycle | null;
  readonly older: NamedCycle | null;
}

/** Says how long a cycle is supported: `until 31 Oct 2030`. */
export function supportWords({ endsOn }: Pick<NamedCycle, 'endsOn'>, show: ShowDay): string {
  return endsOn ? `until ${show(endsOn)}` : STATE_CLAUSES.unknown;
}

/** Says why there is nothing to move to; null when there is. Without a full stop. */
export function noTargetWords({ reason, about, older }: NoTarget, show: ShowDay): string | null {
  const aside = older
    ? `; ${older.label}, which is older, is supported, ${supportWords(older, show)}`
    : '';
  switch (reason) {
    case null:
      return null;
    case 'lasts':
      return 'Nothing newer is known to last longer';
    case 'within_a_year':
      return about
        ? `${about.label}, ${supportWords(about, show)}, is the newest; every newer cycle ends within a year${aside}`
        : `Every newer cycle ends within a year${aside}`;
    case 'no_newer':
      return `No newer cycle is supported yet${aside}`;
    case 'other_line':
      return `No later cycle of this line is supported${about ? `; ${about.label}, of another line, is, ${supportWords(about, show)}` : ''}`;
    case 'all_ended':
      return `No version is supported any more${about?.endsOn ? `; the last to end was ${about.label}, on ${show(about.endsOn)}` : ''}`;
    case 'hardware':
      return 'Hardware is replaced, not upgraded';
    case 'unknown_cycle':
      return 'The catalog cannot tell what comes after this cycle';
  }
}

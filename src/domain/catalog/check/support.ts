import type { Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import {
  SUPPORT_LEVELS,
  type ReleaseCycle,
  type SupportLevel,
  type SupportOverride,
} from '../catalog';
import type { EolReason, Instant, SupportEndAnswer } from './answer';

/** The level that counts when none is asked for. */
export const DEFAULT_LEVEL: SupportLevel = 'STANDARD_SUPPORT';

/** A support level of a release cycle as of a day. `isEol` null: nothing is known of its end. */
export interface JudgedSupport {
  readonly level: SupportLevel;
  readonly endsOn: Day | null;
  readonly isEol: boolean | null;
  readonly override?: SupportOverride;
  readonly contract?: Support;
}

/** A day that is known decides, whatever the catalog's source made of it when it was asked. */
export function judgedSupport({ support }: ReleaseCycle, today: Day): JudgedSupport[] {
  return support.map(({ level, endsOn, ended, override, contract }) => ({
    level,
    endsOn,
    isEol: endsOn === null ? ended || null : endsOn <= today,
    ...(override && { override }),
    ...(contract && { contract }),
  }));
}

/** 1 active, 2 standard, 3 extended. */
export function rankOf(level: SupportLevel): number {
  return SUPPORT_LEVELS.indexOf(level) + 1;
}

export function isSupportLevel(lifecycle: string): lifecycle is SupportLevel {
  const levels: readonly string[] = SUPPORT_LEVELS;
  return levels.includes(lifecycle);
}

export function startOfDay(day: Day | null): Instant | null {
  return day === null ? null : `${day}T00:00:00.000Z`;
}

/** An end that the vendor announced. */
export function announcedEnd({ level, endsOn }: JudgedSupport): SupportEndAnswer {
  return endAnswer('VENDOR_ANNOUNCED', level, startOfDay(endsOn));
}

export function endAnswer(
  reason: EolReason,
  supportLevel: string,
  date: Instant | null,
): SupportEndAnswer {
  return {
    // Lower-casing a reason gives just that.
    reason: reason.toLowerCase() as Lowercase<EolReason>,
    date,
    supportLevel,
    isDefault: supportLevel === DEFAULT_LEVEL,
  };
}

/** The end that comes next: of the level that was asked for, else of any other. */
export function comingEnd(
  support: readonly JudgedSupport[],
  lifecycle: string,
): JudgedSupport | null {
  const coming = support.filter(({ isEol }) => isEol === false);
  const asked = coming.find(({ level }) => level === lifecycle);
  return (
    asked ?? coming.toSorted((a, b) => (String(a.endsOn) < String(b.endsOn) ? -1 : 1))[0] ?? null
  );
}

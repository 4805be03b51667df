import { type OpenEoxCore, TBA } from './core';

/** What a core says, with the optional parts of those of others. */
export type GivenCore = Omit<OpenEoxCore, '$schema'> & {
  readonly end_of_sales?: string | undefined;
};

type Field = keyof GivenCore;

/** The dates of a core; `last_updated` is none of them. */
const DATES = [
  'end_of_life',
  'end_of_security_support',
  'end_of_sales',
  'general_availability',
] as const;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Holds a core against the mandatory tests of OpenEoX Core 1.0 (7.1): dates are date-times with a zone, the end of life is the
 * last of them and general availability the first, whatever their zones. What is to be announced is no date.
 * @returns what is wrong and where; empty for a valid one
 */
export function faultsOfCore(
  core: GivenCore,
): { readonly field: Field; readonly message: string }[] {
  const unreadable = [...DATES, 'last_updated' as const].filter((field) => {
    const text = core[field];
    return text !== undefined && !(text === TBA && field !== 'last_updated') && !isInstant(text);
  });
  if (unreadable.length > 0) {
    const message = 'must be a date-time with a zone, as RFC 3339 has it';
    return unreadable.map((field) => ({ field, message }));
  }
  const at = (field: (typeof DATES)[number]) => {
    const text = core[field];
    return text === undefined || text === TBA ? null : Date.parse(text);
  };
  const others = (than: string) =>
    DATES.filter((field) => field !== than).flatMap((field) => at(field) ?? []);
  const [end, released] = [at('end_of_life'), at('general_availability')];
  const isEarly = end !== null && others('end_of_life').some((date) => date > end);
  const isLate =
    released !== null && others('general_availability').some((date) => date < released);
  return [
    ...(isEarly
      ? [{ field: 'end_of_life', message: 'must not be before another date' } as const]
      : []),
    ...(isLate
      ? [{ field: 'general_availability', message: 'must not be after another date' } as const]
      : []),
  ];
}

function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text));
}

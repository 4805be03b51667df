import { formatDay } from '@/lib/dates';
import type { ImageFinding } from '../image-types';

type DatedFinding = Pick<
  ImageFinding,
  'eolSource' | 'estimatedFrom' | 'eolDate' | 'scannerEolDate' | 'foundBy' | 'catalog'
>;

/**
 * Where a finding's date comes from, or why it is only estimated, and what others say who say otherwise. Null when all agree, and when the
 * scanner is the only one to speak.
 */
export function otherDates(finding: DatedFinding): string | null {
  const { eolSource, estimatedFrom, eolDate, scannerEolDate, foundBy, catalog } = finding;
  if (eolSource === 'scanner') return null;
  if (estimatedFrom !== null) {
    return `Estimated: it is older than ${estimatedFrom}, which has ended`;
  }
  const says = (who: string, day: string | null) =>
    day === eolDate ? null : `${who} ${day === null ? 'knows none' : `says ${formatDay(day)}`}`;
  const others = [
    eolSource === 'override' && catalog ? says('the catalogue', catalog.eolDate) : null,
    foundBy === 'scanner' ? says('the scanner', scannerEolDate) : null,
  ].filter((text) => text !== null);
  const source =
    eolSource === 'override' ? 'Date set by your organization' : 'Date from the catalogue';
  if (others.length === 0) return eolSource === 'override' ? source : null;
  return [source, ...others].join('; ');
}

import { z } from 'zod';
import { EOL_FILTERS } from '@/domain/eol/proximity';
import { storedText } from '@/domain/validation/stored-text';

/** What several procedures take: the same words, bounds and descriptions everywhere. */

/** Longer than any name that is stored. */
const MAX_SEARCH_LENGTH = 1_000;

/** Any spelling of a UUID, whatever its version: an id that names nothing is a 404, not a fault. */
export const recordId = z.guid();

/** @param where what the text is looked for in */
export function searchInput(where: string) {
  return storedText(MAX_SEARCH_LENGTH)
    .nullish()
    .describe(`Text to find anywhere in ${where}, in any case; % and _ mean themselves`);
}

export const eolFilterInput = z
  .enum(EOL_FILTERS)
  .nullish()
  .describe('How near the end of life is, in calendar months from today (UTC)');

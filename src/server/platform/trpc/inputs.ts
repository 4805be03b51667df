import { z } from 'zod';
import { EOL_FILTERS } from '@/domain/eol/proximity';
import { LABEL_OPERATORS, MAX_NOT_SEEN_DAYS } from '@/domain/image/list';
import { OWNER_WORDS } from '@/domain/team/owner';
import { calendarDay, storedText } from '@/domain/validation/fields';

/**
 * Inputs of several procedures: the same words, bounds and descriptions everywhere. A description stands
 * inside `optional()`: the API's document is generated from what is in there.
 */

/** Longer than any name that is stored. */
const MAX_SEARCH_LENGTH = 1_000;

/** Any spelling of a UUID, whatever its version: an id that names nothing is a 404, not a fault. */
export const recordId = z.guid();

/** The name of a product, a type or anything else that scans bring. */
export const nameInput = storedText(1_024);

/** @param where what the text is looked for in */
export function searchInput(where: string) {
  return storedText(MAX_SEARCH_LENGTH)
    .nullable()
    .describe(`Text to find anywhere in ${where}, in any case; % and _ mean themselves`)
    .optional();
}

export const ownerInput = z
  .union([z.enum(OWNER_WORDS), z.guid()])
  .nullable()
  .describe(
    'Only projects of this team, by its id; `mine`: of the teams that the caller is in, which for a key are none; `none`: of nobody',
  )
  .optional();

/** A day on which things are looked at as they were when it was over. */
export const asOfInput = calendarDay
  .nullable()
  .describe(
    'As it was at the end of this UTC day: what was found then, by its end as it was known then; today, or left out: as it is',
  )
  .optional();

/** For how long images were not seen. */
export const notSeenForDaysInput = z
  .number()
  .int()
  .min(1)
  .max(MAX_NOT_SEEN_DAYS)
  .nullable()
  .describe(
    'Only images that were neither scanned nor seen running for this many days until now. As of a day before, until its end and by the scans that are kept alone: what ran then is not known',
  )
  .optional();

/** The name of a label of images, and what it says. */
export const labelName = storedText(8_192);
export const labelValue = storedText(8_192);

/** A condition on a label of images. */
export const labelFilter = z
  .object({
    key: labelName.describe('Label name'),
    operator: z.enum(LABEL_OPERATORS).describe('NOT_IN also keeps images without the label'),
    value: labelValue.describe(
      'Matches when the whole of it, or one trimmed part between commas, equals the label’s value',
    ),
  })
  .meta({
    id: 'LabelFilter',
    example: { key: 'team', operator: 'IN', value: 'payments, billing' },
  });

/** The input of figures that can be narrowed to an owner. */
export const ownedInput = z.object({ owner: ownerInput }).default({});

export const eolFilterInput = z
  .enum(EOL_FILTERS)
  .nullable()
  .describe('How near the end of life is, in calendar months from today (UTC)')
  .optional();

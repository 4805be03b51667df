import { z } from 'zod';
import { companionAddress } from '@/domain/companion/address';
import { headerKey } from '@/domain/validation/address';

/** Accepts what the form holds. An empty key is the stored one. */
export const companionSchema = z.object({
  url: companionAddress,
  key: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(headerKey.nullable()),
  hours: z.string().transform(Number).pipe(z.number().int()),
});

export type EnteredCompanion = z.input<typeof companionSchema>;
export type AcceptedCompanion = z.output<typeof companionSchema>;

/** Hours between two pulls to choose from; another one that was set by the API is added to them. */
export const INTERVALS = [1, 3, 6, 12, 24, 48, 168] as const;

import { z } from 'zod';
import { RHYTHMS, sourceAddress } from '@/domain/own-catalog/source';
import { headerKey } from '@/domain/validation/address';
import { storedText } from '@/domain/validation/fields';

/** Accepts what the form holds. An empty key is the stored one, or none. */
export const sourceSchema = z.object({
  name: storedText(100).trim().min(1, 'Field required'),
  url: sourceAddress,
  key: z
    .string()
    .trim()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(headerKey.optional()),
  rhythm: z.enum(RHYTHMS),
});

export type EnteredSource = z.input<typeof sourceSchema>;
export type AcceptedSource = z.output<typeof sourceSchema>;

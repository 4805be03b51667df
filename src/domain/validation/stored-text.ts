import { z } from 'zod';

/**
 * A string that is kept: at most `maxLength` UTF-16 units and without NUL, which the database's text
 * cannot hold. Half a surrogate pair is no character and becomes U+FFFD: the database's JSON refuses it.
 */
export function storedText(maxLength: number): z.ZodString {
  return z
    .string()
    .max(maxLength)
    .refine(holdsNoNul, { error: NUL_MESSAGE })
    .overwrite((text) => text.toWellFormed())
    .meta({ pattern: WITHOUT_NUL });
}

/** For the API's document: what {@link holdsNoNul} says, as a schema says it. */
const WITHOUT_NUL = String.raw`^[^\u0000]*$`;

export const NUL_MESSAGE = 'must not contain a NUL character';

export function holdsNoNul(text: string): boolean {
  return !text.includes('\0');
}

import { z } from 'zod';
import { PASSWORD_LENGTH } from './password-length';

/** PostgreSQL's text type cannot hold a NUL. Its JSON refuses half a surrogate pair, which is no character. */
const withoutNul = /^[^\0]*$/;

/** An e-mail address as people sign in with it: trimmed, lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Enter an e-mail address, such as ada@example.com').max(255));

export const newPasswordSchema = z
  .string()
  .min(PASSWORD_LENGTH.min, `Use at least ${String(PASSWORD_LENGTH.min)} characters`)
  .max(PASSWORD_LENGTH.max, `Use at most ${String(PASSWORD_LENGTH.max)} characters`);

/** The name of a person, an organization or a key. */
export const displayNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(255, 'Use at most 255 characters')
  .regex(withoutNul, 'A name cannot hold a NUL character')
  .overwrite((name) => name.toWellFormed())
  // Blank around the edges goes first, so that what is left must be something.
  .meta({ pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$` });

/** What the first person to come here fills in. */
export const firstAccountSchema = z.object({
  /** The one-time token from the server's log. */
  token: z.string().trim().min(1, 'Enter the token from the log').max(100),
  name: displayNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  organizationName: displayNameSchema,
});

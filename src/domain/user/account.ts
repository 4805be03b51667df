import { z } from 'zod';
import { documented } from '@/domain/validation/shapes';
import { PASSWORD_LENGTH } from './password';

/** PostgreSQL's text type cannot hold a NUL. Its JSON refuses half a surrogate pair, which is no character. */
const withoutNul = /^[^\0]*$/;

/** What mail servers take before the `@` (RFC 5321, 4.5.3.1.1), which `format: email` of JSON Schema means too. */
const MAX_LOCAL_PART = 64;

/** An e-mail address as people sign in with it: trimmed, lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(
    z
      .email('Enter an e-mail address, such as ada@example.com')
      .max(255)
      .refine((text) => text.lastIndexOf('@') <= MAX_LOCAL_PART, {
        error: `Use at most ${String(MAX_LOCAL_PART)} characters before the @`,
      }),
  )
  .meta(documented(z.email().max(255)));

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

/** The form of the first person on an installation. */
export const firstAccountSchema = z.object({
  /** The one-time token from the server's log, also as the address that is printed there. */
  token: z
    .string()
    .trim()
    .transform((pasted) => /[?&]token=([\w-]+)/.exec(pasted)?.[1] ?? pasted)
    .pipe(z.string().min(1, 'Enter the token from the log').max(100)),
  name: displayNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  organizationName: displayNameSchema,
});

const organization = z.object({ name: z.string(), role: z.string() });
const key = z.object({ name: z.string(), role: z.string(), organization: z.string() });

/**
 * News for a person about their account, shown on the next page, as it was when it happened.
 * - `taken_over`: it had been set up by somebody who never proved the address; what that person still had ended.
 * - `linked`: it is theirs, and somebody signs in to it at the provider from now on.
 */
export const accountNoticeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken_over'),
    /** The name of the provider that vouched for the address; null: a mailed link did. */
    provider: z.string().nullable(),
    /** Where the account was a member already. */
    organizations: z.array(organization),
    revokedKeys: z.array(key),
    /** Keys of scanners, which go on. */
    keptKeys: z.array(key),
    /** Notices of before have none: feeds went on. */
    revokedFeeds: z.array(z.object({ label: z.string(), organization: z.string() })).default([]),
    revokedInvitations: z.array(z.object({ email: z.string(), organization: z.string() })),
  }),
  z.object({
    kind: z.literal('linked'),
    provider: z.string(),
  }),
]);

export type AccountNotice = z.infer<typeof accountNoticeSchema>;

/**
 * By what it was shown that whoever has an account also has its address: the link of an invitation that was
 * mailed there (`invitation`), of a mailed password reset (`reset`), of a mail that asks to confirm the address
 * (`confirmation`), or the word of the identity provider (`provider`). A link that somebody was shown and passed
 * on shows nothing, nor does the word of whoever runs the service.
 */
export const ADDRESS_PROOFS = ['invitation', 'reset', 'confirmation', 'provider'] as const;

export type AddressProof = (typeof ADDRESS_PROOFS)[number];

import { z } from 'zod';

const organization = z.object({ name: z.string(), role: z.string() });
const key = z.object({ name: z.string(), role: z.string(), organization: z.string() });

/**
 * What a person is told of their account at the next page, as it was when it happened.
 * - `taken_over`: it had been set up by somebody who never proved the address; what that person still had ended.
 * - `linked`: it is theirs, and somebody signs in to it at the provider from now on.
 */
export const accountNoticeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken_over'),
    /** What people call the provider that vouched for the address; null: a mailed link did. */
    provider: z.string().nullable(),
    /** Where the account was a member already. */
    organizations: z.array(organization),
    revokedKeys: z.array(key),
    /** Keys of scanners, which go on. */
    keptKeys: z.array(key),
    revokedInvitations: z.array(z.object({ email: z.string(), organization: z.string() })),
  }),
  z.object({
    kind: z.literal('linked'),
    provider: z.string(),
  }),
]);

export type AccountNotice = z.infer<typeof accountNoticeSchema>;

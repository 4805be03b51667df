import { z } from 'zod';
import { storedText } from '@/domain/validation/stored-text';

/** Far above any trust policy; the whole document is bounded by the request's size. */
const MAX_ITEMS = 1_000;
const text = storedText(1_000).min(1);
const texts = z.array(text).max(MAX_ITEMS);

const LEVELS = ['strict', 'permissive', 'audit', 'skip'] as const;
const CHECKS = ['integrity', 'authenticity', 'authenticTimestamp', 'expiry', 'revocation'] as const;

const signatureVerification = z.looseObject({
  level: z.enum(LEVELS).describe('How strictly signatures are verified; `skip` verifies nothing'),
  override: z.partialRecord(z.enum(CHECKS), z.enum(['enforce', 'log', 'skip'])).optional(),
});

const trustPolicy = z
  .looseObject({
    name: text,
    registryScopes: texts.min(1).describe('Repositories, or `*` alone for all of them'),
    signatureVerification,
    trustStores: texts.optional().describe('`type:name`; not needed at level `skip`'),
    trustedIdentities: texts.optional().describe('`x509.subject: …`, or `*` alone'),
  })
  .superRefine(({ signatureVerification: { level }, ...policy }, context) => {
    if (level === 'skip') return;
    for (const key of ['trustStores', 'trustedIdentities'] as const) {
      if ((policy[key] ?? []).length > 0) continue;
      const message = `a trust policy of level ${level} needs ${key}`;
      context.addIssue({ code: 'custom', path: [key], message });
    }
  });

/**
 * A Notation trust policy. What it knows beyond this is kept as it is: dropping it would change what the
 * policy trusts.
 * Source: the Notary Project's trust policy specification, version 1.0.
 */
export const trustPolicyDocument = z
  .looseObject({ version: text, trustPolicies: z.array(trustPolicy).min(1).max(MAX_ITEMS) })
  .superRefine(({ trustPolicies }, context) => {
    for (const [index, { name }] of trustPolicies.entries()) {
      if (trustPolicies.findIndex((other) => other.name === name) === index) continue;
      const message = 'each trust policy needs a name of its own';
      context.addIssue({ code: 'custom', path: ['trustPolicies', index, 'name'], message });
    }
  });

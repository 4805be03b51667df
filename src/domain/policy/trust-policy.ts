import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { SCANNER_TRUST_STORE, trustPolicyFaults } from './trust-policy-rules';

/** Far above any trust policy; the whole document is bounded by the request's size. */
const MAX_ITEMS = 100;
const text = storedText(1_000).min(1);
const texts = z.array(text).max(MAX_ITEMS);

const LEVELS = ['strict', 'permissive', 'audit', 'skip'] as const;
const CHECKS = ['integrity', 'authenticity', 'authenticTimestamp', 'expiry', 'revocation'] as const;

const signatureVerification = z.looseObject({
  level: z.enum(LEVELS).describe('How strictly signatures are verified; `skip` verifies nothing'),
  override: z.partialRecord(z.enum(CHECKS), z.enum(['enforce', 'log', 'skip'])).optional(),
  verifyTimestamp: text.optional().describe('`always` or `afterCertExpiry`'),
});

const trustPolicy = z.looseObject({
  name: text,
  registryScopes: texts.min(1).describe('Repositories, or `*` alone for all of them'),
  signatureVerification,
  trustStores: texts
    .optional()
    .describe(
      `\`${SCANNER_TRUST_STORE}\`, the only one that scanners fill; none at level \`skip\``,
    ),
  trustedIdentities: texts
    .optional()
    .describe('`x509.subject: …` with at least C, ST and O, or `*` alone; none at level `skip`'),
});

/**
 * A Notation trust policy by which a scanner can let an image pass. What it knows beyond this is kept as it
 * is: dropping it would change what the policy trusts.
 * Source: the Notary Project's trust policy specification, version 1.0.
 */
export const trustPolicyDocument = z
  .looseObject({ version: text, trustPolicies: z.array(trustPolicy).min(1).max(MAX_ITEMS) })
  .superRefine((document, context) => {
    for (const { path, message } of trustPolicyFaults(document)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });

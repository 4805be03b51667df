import type { Day } from '@/domain/eol/calendar';
import { hasShape, storedTrustPolicyFaults, type TrustPolicyStatement } from './trust-policy-rules';

/**
 * The images of which builds pass and may begin to fail over signatures: those without a verified signature now, those
 * with one, or all. Scanners verify signatures, so which of them do fail is known when they were scanned again.
 */
export type SignatureRisk = 'unverified' | 'verified' | 'all';

/** What is asked of a policy, in the API's words. */
export interface SignaturePolicy {
  readonly policy_type: string;
  readonly deny_date?: string | null | undefined;
  readonly notary_policy_json?: unknown;
}

/** Finds the images of which builds may begin to fail today when a policy is written; null: of none. */
export function policyRisk(
  before: SignaturePolicy | null,
  after: SignaturePolicy | null,
  today: Day,
): SignatureRisk | null {
  if (after === null || !deniesOn(after, today)) return null;
  const byRules =
    before?.policy_type === 'NOTARY'
      ? rulesRisk(before.notary_policy_json, after.notary_policy_json)
      : null;
  if (before !== null && deniesOn(before, today)) return byRules;
  return byRules === null ? 'unverified' : 'all';
}

/**
 * Finds the images of which builds may begin to fail when certificates take the place of others; null: of none.
 * @param before in PEM; null: none was stored, so that scanners have checked nothing
 */
export function certificateRisk(
  before: string | null,
  after: string,
  policies: readonly SignaturePolicy[],
  today: Day,
): SignatureRisk | null {
  const trusted = certificatesIn(after);
  if (trusted.size === 0 || !policies.some((policy) => deniesOn(policy, today))) return null;
  if (before === null) return 'all';
  return [...certificatesIn(before)].every((one) => trusted.has(one)) ? null : 'verified';
}

function deniesOn({ policy_type: type, deny_date: date }: SignaturePolicy, today: Day): boolean {
  return type === 'NOTARY' && typeof date === 'string' && date <= today;
}

function rulesRisk(before: unknown, after: unknown): SignatureRisk | null {
  // By one with faults scanners deny every image.
  if (!hasShape(before) || storedTrustPolicyFaults(before).length > 0) return null;
  if (!hasShape(after)) return 'all';
  const wanted = new Map(after.trustPolicies.map((statement) => [rulesOf(statement), statement]));
  const isLoosened =
    wanted.size === before.trustPolicies.length &&
    before.trustPolicies.every((statement) => {
      const counterpart = wanted.get(rulesOf(statement));
      return counterpart !== undefined && trustsAsMany(counterpart, statement);
    });
  if (isLoosened) return null;
  return before.trustPolicies.every(isEnforced) ? 'verified' : 'all';
}

/** What a statement asks for, but for whom it trusts; its name says nothing to a verifier. */
function rulesOf({
  name: _,
  trustedIdentities: __,
  registryScopes,
  ...rest
}: TrustPolicyStatement) {
  return stableText({ ...rest, registryScopes: registryScopes.toSorted() });
}

function trustsAsMany(after: TrustPolicyStatement, before: TrustPolicyStatement): boolean {
  const trusted = new Set(after.trustedIdentities);
  const { trustedIdentities = [] } = before;
  return trusted.has('*') || trustedIdentities.every((identity) => trusted.has(identity));
}

/** Tells whether what has no verified signature is denied by a statement. */
function isEnforced({ signatureVerification }: TrustPolicyStatement): boolean {
  const { level, override = {} } = signatureVerification;
  const isStrict = level === 'strict' || level === 'permissive';
  return (override['authenticity'] ?? (isStrict ? 'enforce' : 'log')) === 'enforce';
}

/** Writes a document with the keys of every object in one order: the database keeps none. */
function stableText(document: unknown): string {
  return JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
}

function certificatesIn(pem: string): Set<string> {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g);
  return new Set([...blocks].map(([, content = '']) => content.replaceAll(/\s/g, '')));
}

import { Badge } from '@/components/ui/badge';
import type { PolicyRecord } from './policy-types';

interface TrustPolicy {
  readonly name: string;
  readonly level: string;
  readonly scopes: readonly string[];
}

const SCOPES_TOLD = 3;

/** The trust policies in a document: how strict each is, and for which repositories. */
export function TrustPolicies({ document }: { document: PolicyRecord['notary_policy_json'] }) {
  return (
    <ul className="grid min-w-0 gap-1 text-sm">
      {trustPoliciesIn(document).map(({ name, level, scopes }) => (
        <li key={name} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge>{level}</Badge>
          <span className="font-mono text-xs wrap-anywhere text-muted">{scopeWords(scopes)}</span>
        </li>
      ))}
    </ul>
  );
}

function scopeWords(scopes: readonly string[]): string {
  if (scopes.includes('*')) return 'all repositories';
  const more = scopes.length - SCOPES_TOLD;
  return scopes.slice(0, SCOPES_TOLD).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

/** What is shown of each; the server has held the document to its shape when it was written. */
function trustPoliciesIn(document: PolicyRecord['notary_policy_json']): TrustPolicy[] {
  const policies: unknown = document?.['trustPolicies'];
  if (!Array.isArray(policies)) return [];
  return policies.filter(isRecord).map((policy) => {
    const { name, registryScopes, signatureVerification: verification } = policy;
    return {
      name: String(name),
      level: isRecord(verification) ? String(verification['level']) : '',
      scopes: Array.isArray(registryScopes) ? registryScopes.map(String) : [],
    };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

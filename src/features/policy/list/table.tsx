import { hrefs } from '@/features/hrefs';
import { GROUP_WORDS, groupOf } from './query';
import type { PolicyEffect, PolicyEffects, PolicyRecord } from '@/features/policy/types';
import { POLICY_GROUPS } from './params';
import { Link } from '@/components/ui/link';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { ACTION_WORDS, ActionMark, COUNTED_AS } from '@/features/policy/words';
import { policyImagesHref } from '@/features/policy/images/params';
import { SentenceText } from '@/features/policy/sentence/view';
import { Badge } from '@/components/ui/badge';
import { TriangleAlert } from 'lucide-react';
import { storedTrustPolicyFaults } from '@/domain/policy/trust-policy-rules';

export interface PolicyGroupsProps {
  /** In the order in which they decide. */
  policies: readonly PolicyRecord[];
  effects: PolicyEffects | undefined;
}

/** Policies under what they are about, first those that decide first. */
export function PolicyGroups({ policies, effects }: PolicyGroupsProps) {
  const effectOf = new Map(effects?.policies.map((effect) => [effect.policyId, effect]));
  return POLICY_GROUPS.map((group) => {
    const ofGroup = policies.filter((policy) => groupOf(policy) === group);
    if (ofGroup.length === 0) return null;
    const { title, order } = GROUP_WORDS[group];
    return (
      <section key={group} aria-labelledby={`about-${group}`} className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={`about-${group}`} className="text-sm font-semibold">
            {title}
          </h2>
          <p className="text-xs text-muted">{order}</p>
        </div>
        <ul className="grid min-w-0 gap-2">
          {ofGroup.map((policy) => (
            <PolicyCard key={policy.id} policy={policy} effect={effectOf.get(policy.id)} />
          ))}
        </ul>
      </section>
    );
  });
}

export interface PolicyCardProps {
  policy: PolicyRecord;
  /** Undefined for a NOTARY policy, and while it is not known. */
  effect: PolicyEffect | undefined;
}

/** One policy: its sentence, and what it does. */
export function PolicyCard({ policy, effect }: PolicyCardProps) {
  return (
    <li className="relative grid min-w-0 grid-cols-1 gap-2 rounded-md border bg-surface px-4 py-3 has-[h3_a:hover]:bg-hover">
      <h3 className="text-lg font-normal sm:text-base">
        {/* All of the card is the link; the numbers lie above it. */}
        <Link
          href={hrefs.policy(policy.id)}
          className="after:absolute after:inset-0 after:rounded-md"
        >
          <SentenceText policy={policy} />
        </Link>
      </h3>
      {policy.policy_type === 'NOTARY' ? (
        <>
          <TrustPolicies document={policy.notary_policy_json} />
          <TrustPolicyWarning policy={policy} />
        </>
      ) : (
        <p className="flex min-h-5 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {effect && <Effect effect={effect} />}
        </p>
      )}
    </li>
  );
}

function Effect({ effect }: { effect: PolicyEffect }) {
  const { policyId, denied, warned, next } = effect;
  return (
    <>
      {denied + warned === 0 && <span className="text-muted">Decides on no image today</span>}
      {(['DENY', 'WARN'] as const).map((action) => {
        const count = action === 'DENY' ? denied : warned;
        if (count === 0) return null;
        return (
          <Link
            key={action}
            href={policyImagesHref({ are: COUNTED_AS[action], policy: policyId })}
            prefetch={false}
            className="relative inline-flex items-center gap-1.5 rounded-sm font-medium hover:text-accent-text"
          >
            <ActionMark action={action} />
            {ACTION_WORDS[action]} today: {countOf(count, 'image')}
          </Link>
        );
      })}
      {next && (
        <span className="text-muted">
          More {next.action === 'DENY' ? 'are denied' : 'get a warning'} from {formatDay(next.on)}{' '}
          on
        </span>
      )}
    </>
  );
}

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

/** Reads the shown parts of each; the server has held the document to its shape when it was written. */
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

/** That scanners deny every image by a trust policy which was stored before this was known, and why. */
export function TrustPolicyWarning({ policy }: { policy: PolicyRecord }) {
  if (policy.policy_type !== 'NOTARY') return null;
  const [fault] = storedTrustPolicyFaults(policy.notary_policy_json);
  if (!fault) return null;
  return (
    <p className="flex min-w-0 items-start gap-2 text-sm text-danger-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        A scanner will deny every image by this policy, signed or not: {fault.message}.
      </span>
    </p>
  );
}

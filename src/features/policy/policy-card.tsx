import Link from 'next/link';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { ACTION_WORDS, ActionMark, COUNTED_AS } from './actions';
import { policyImagesHref } from './images/search-params';
import type { PolicyEffect, PolicyRecord } from './policy-types';
import { policyHref } from './search-params';
import { SentenceText } from './sentence-text';
import { TrustPolicies } from './trust-policies';
import { TrustPolicyWarning } from './trust-policy-warning';

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
          href={policyHref(policy.id)}
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
          More are {next.action === 'DENY' ? 'denied' : 'warned of'} from {formatDay(next.on)} on
        </span>
      )}
    </>
  );
}

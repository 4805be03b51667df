import { TriangleAlert } from 'lucide-react';
import { storedTrustPolicyFaults } from '@/domain/policy/trust-policy-rules';
import type { PolicyRecord } from './policy-types';

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

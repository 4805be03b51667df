'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { faultsOf, statusOf } from '@/trpc/query-client';
import type { PolicyBody } from '@/features/policy/types';
import { policiesHref } from '@/features/policy/list/params';
import { problemsFrom, type Problems } from './problems';

export interface SavePolicy {
  readonly save: (body: PolicyBody) => void;
  readonly pending: boolean;
  /** What the server refused, until the next try. */
  readonly refused: Problems;
  /** Forgets what was refused. */
  readonly reset: () => void;
}

/** Creates a policy, or changes the one by this id, and goes to the list of all. */
export function useSavePolicy(policyId: string | null): SavePolicy {
  const trpc = useTRPC();
  const router = useRouter();
  const queries = useQueryClient();
  const onSuccess = () => {
    // Whatever tells of denials and warnings is about other policies now.
    void queries.invalidateQueries();
    router.push(policiesHref());
    toast.success(policyId === null ? 'The policy is in force' : 'The policy was changed');
  };
  const create = useMutation({ ...trpc.policy.create.mutationOptions(), onSuccess });
  const change = useMutation({ ...trpc.policy.patch.mutationOptions(), onSuccess });
  const { error, isPending, isSuccess, reset } = policyId === null ? create : change;
  return {
    save: (body) =>
      policyId === null
        ? create.mutate({ body })
        : change.mutate({ id: policyId, body: { ...body, notary_policy_json: documentIn(body) } }),
    // After success the page is about to be left.
    pending: isPending || isSuccess,
    refused: error ? problemsOf(error) : {},
    reset,
  };
}

/** A trust policy that an EOL policy keeps beside is not in its form, and stays as it is. */
function documentIn({ policy_type, notary_policy_json }: PolicyBody) {
  return policy_type === 'NOTARY' ? notary_policy_json : undefined;
}

function problemsOf(error: unknown): Problems {
  const faults = faultsOf(error);
  if (faults.length > 0) return problemsFrom(faults);
  return {
    whole:
      REASONS[statusOf(error) ?? 0] ??
      'The policy could not be saved. Nothing was changed; try again.',
  };
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'Your role does not allow it any more. Nothing was changed.',
  404: 'Somebody has deleted this policy meanwhile. What you see here can be written as a new one.',
  409: 'There is a signature policy already, and there can be only one; or there are 1,000 policies. Nothing was changed.',
};

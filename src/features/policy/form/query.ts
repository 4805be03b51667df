'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import { SERVER_ERROR, setServerErrors } from '@/features/frame/forms';
import { ChangedMeanwhile } from '@/features/frame/changed-meanwhile';
import { useLookOnce } from '@/features/frame/meanwhile';
import { useTRPC, useTRPCClient } from '@/trpc/client';
import { faultsOf, statusOf } from '@/trpc/query-client';
import type { PolicyBody, PolicyRecord } from '@/features/policy/types';
import { policiesHref } from '@/features/policy/list/params';
import { partAt, type PolicyPart, sentenceOf } from './words';

export interface SavePolicy {
  readonly save: (body: PolicyBody) => void;
  readonly pending: boolean;
}

/**
 * Creates a policy, or changes this one, and goes to the list of all.
 *
 * @param parts those of its form; what the server refuses elsewhere is told of the whole
 */
export function useSavePolicy<Part extends PolicyPart>(
  policy: Pick<PolicyRecord, 'id' | 'updated_at'> | null,
  parts: readonly Part[],
  setError: (part: Part | 'whole', error: { type: string; message: string }) => void,
): SavePolicy {
  const policyId = policy?.id ?? null;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const queries = useQueryClient();
  const look = useLookOnce(policy?.updated_at ?? '');
  const onSuccess = () => {
    // Whatever tells of denials and warnings is about other policies now.
    void queries.invalidateQueries();
    router.push(policiesHref());
    toast.success(policyId === null ? 'The policy is in force' : 'The policy was changed');
  };
  const onError = (error: unknown) => {
    if (faultsOf(error).length > 0) {
      setServerErrors(setError, error, {
        fieldOf: (loc) => parts.find((part) => part === partAt(loc)) ?? 'whole',
        wordsOf: sentenceOf,
      });
    } else setError('whole', { type: SERVER_ERROR, message: reasonOf(error) });
  };
  const create = useMutation({ ...trpc.policy.create.mutationOptions(), onSuccess, onError });
  const change = useMutation({
    mutationFn: async ({ id, body }: { readonly id: string; readonly body: PolicyBody }) => {
      // The form says all of it again, and what was shown of its effect is of that.
      await look(async () => (await client.policy.get.query({ id })).updated_at);
      const whole = { ...body, notary_policy_json: documentIn(body) };
      return client.policy.patch.mutate({ id, body: whole });
    },
    onSuccess,
    onError,
  });
  const { isPending, isSuccess } = policyId === null ? create : change;
  return {
    save: (body) =>
      policyId === null ? create.mutate({ body }) : change.mutate({ id: policyId, body }),
    // After success the page is about to be left.
    pending: isPending || isSuccess,
  };
}

/** A trust policy that an EOL policy keeps beside is not in its form, and stays as it is. */
function documentIn({ policy_type, notary_policy_json }: PolicyBody) {
  return policy_type === 'NOTARY' ? notary_policy_json : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof ChangedMeanwhile) return `${error.message}.`;
  return (
    REASONS[statusOf(error) ?? 0] ??
    'The policy could not be saved. Nothing was changed; try again.'
  );
}

const REASONS: Readonly<Record<number, string>> = {
  401: 'You are signed out: sign in in another tab, then try again.',
  403: 'Your role does not allow it any more. Nothing was changed.',
  404: 'Somebody has deleted this policy meanwhile. What you see here can be written as a new one.',
  409: 'There is a signature policy already, and there can be only one; or there are 1,000 policies. Nothing was changed.',
};

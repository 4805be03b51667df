'use client';

import { useEffect, useState } from 'react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type Surprise, surpriseOf } from '@/domain/policy/surprise';
import type { PolicyBody } from '@/features/policy/types';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** Longer than the pause between two keys. */
const PAUSE_MS = 300;

/**
 * The latest draft that could be a policy, once the writer pauses; null before the first one.
 *
 * @param body null while the draft cannot be a policy; the same object as long as it says the same
 */
function useDraft(body: PolicyBody | null): PolicyBody | null {
  const [draft, setDraft] = useState(body);
  useEffect(() => {
    if (body === null) return;
    const timer = window.setTimeout(() => setDraft(body), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [body]);
  return draft;
}

type Preview = Outputs['policy']['preview'];

/** What exactly the policy that stands in the form would do. */
export type DraftEffect =
  /** It is no policy. */
  | { readonly kind: 'none' }
  | { readonly kind: 'working' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'known';
      readonly newlyDenied: Preview['newlyDenied'];
      readonly noLongerDenied: Preview['noLongerDenied'];
      /** What of it one press should not do; null: nothing. */
      readonly surprise: Surprise | null;
    };

/** Previews the draft in a policy's form. */
export function useDraftPreview(policyId: string | null, body: PolicyBody | null) {
  const draft = useDraft(body);
  const trpc = useTRPC();
  const preview = useQuery({
    ...trpc.policy.preview.queryOptions(draft === null ? skipToken : { policyId, body: draft }, {
      trpc: { abortOnUnmount: true },
    }),
    placeholderData: keepPreviousData,
  });
  const isCurrent = body !== null && body === draft && !preview.isPlaceholderData;
  return { draft, preview, effect: body === null ? NOTHING : effectOf(isCurrent, preview) };
}

/**
 * Previews what is left when a policy is gone: what it only warned of may be denied by others then.
 * @param policyId null: nobody asks
 */
export function useDeletionEffect(policyId: string | null): DraftEffect {
  const { policy } = useTRPC();
  const asked = policyId === null ? skipToken : { policyId, body: null };
  const preview = useQuery(
    policy.preview.queryOptions(asked, { trpc: { abortOnUnmount: true }, staleTime: 0 }),
  );
  return policyId === null ? NOTHING : effectOf(!preview.isFetching, preview);
}

export type DraftPreview = ReturnType<typeof useDraftPreview>['preview'];

const NOTHING: DraftEffect = { kind: 'none' };

function effectOf(
  isCurrent: boolean,
  { data, isError }: { data: Preview | undefined; isError: boolean },
): DraftEffect {
  if (!isCurrent) return { kind: 'working' };
  if (isError) return { kind: 'failed' };
  if (!data) return { kind: 'working' };
  const { newlyDenied, noLongerDenied, counts } = data;
  const images = counts.after.denied + counts.after.warned + counts.after.allowed;
  const change = { newlyDenied: newlyDenied.images, noLongerDenied: noLongerDenied.images };
  return { kind: 'known', newlyDenied, noLongerDenied, surprise: surpriseOf(change, images) };
}

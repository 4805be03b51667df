'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/components/ui/skeleton';
import { useTRPC } from '@/trpc/client';
import { Outlook } from '../outlook/outlook';
import { ScannerDifferences } from '../outlook/scanner-differences';
import type { PolicyBody } from '../policy-types';

export interface DraftOutlookProps {
  /** The policy that is edited; null for a new one. */
  policyId: string | null;
  /** The latest draft that could be a policy; null before there was any. */
  body: PolicyBody | null;
  /** Whether the form says a whole policy now. */
  isComplete: boolean;
}

/** What a draft would do, and where a stock scanner would decide otherwise. */
export function DraftOutlook({ policyId, body, isComplete }: DraftOutlookProps) {
  if (body === null) {
    return <p className="text-sm text-muted">Complete the sentence to see what it would do.</p>;
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      {!isComplete && (
        <p role="status" className="rounded-md bg-active px-3 py-2 text-sm">
          The sentence is no policy yet. This is what it would do as it stood before.
        </p>
      )}
      <DraftDetails policyId={policyId} body={body} />
    </div>
  );
}

function DraftDetails({ policyId, body }: { policyId: string | null; body: PolicyBody }) {
  const preview = useQuery({
    ...useTRPC().policy.preview.queryOptions(
      { policyId, body },
      { trpc: { abortOnUnmount: true } },
    ),
    placeholderData: keepPreviousData,
  });
  const { counts, scannerDifferences, today } = preview.data ?? {};
  return (
    <>
      <Outlook question={{ policyId, body, decidedBy: null }} before={counts?.before ?? null} />
      <section aria-labelledby="scanner-differences" className="grid min-w-0 grid-cols-1 gap-2">
        <h3 id="scanner-differences" className="text-sm font-semibold">
          Where a stock scanner decides differently
        </h3>
        {preview.error && (
          <p className="text-sm text-muted">This could not be worked out. The rest holds.</p>
        )}
        {preview.isPending && <Skeleton className="w-1/2" />}
        {scannerDifferences && today && (
          <ScannerDifferences
            differences={scannerDifferences.items}
            total={scannerDifferences.total}
            today={today}
          />
        )}
      </section>
    </>
  );
}

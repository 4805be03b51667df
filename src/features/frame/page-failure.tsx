'use client';

import { useTransition } from 'react';
import { useRouter } from 'next/navigation';
import { ErrorState } from '@/components/feedback/error-state';

export interface PageFailureProps {
  requestId: string | null;
  /** Renders the page again from the server. */
  onRetry: () => void;
}

/** Says that a page could not be shown, and tries again. */
export function PageFailure({ requestId, onRetry }: PageFailureProps) {
  const router = useRouter();
  const [retrying, startTransition] = useTransition();
  return (
    <ErrorState
      title="This page could not be shown."
      requestId={requestId}
      retrying={retrying}
      onRetry={() =>
        startTransition(() => {
          router.refresh();
          onRetry();
        })
      }
    >
      The server made a mistake. Nothing was changed. If it happens again, give the request id to
      whoever runs this service.
    </ErrorState>
  );
}

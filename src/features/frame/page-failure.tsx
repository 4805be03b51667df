'use client';

import { useTransition } from 'react';
import { useRouter } from 'next/navigation';
import { ErrorState } from '@/components/feedback/error-state';
import { failureOfPage } from './failed-part';

export interface PageFailureProps {
  error: Error & { digest?: string };
  /** Renders the page again from the server. */
  onRetry: () => void;
}

/** Says that a page could not be shown, and tries again. */
export function PageFailure({ error, onRetry }: PageFailureProps) {
  const router = useRouter();
  const [retrying, startTransition] = useTransition();
  const { words, needsReload } = failureOfPage(error);
  return (
    <ErrorState
      title="This page could not be shown."
      requestId={error.digest ?? null}
      retrying={retrying}
      onRetry={() => {
        if (needsReload) return window.location.reload();
        startTransition(() => {
          router.refresh();
          onRetry();
        });
      }}
    >
      {words}
    </ErrorState>
  );
}

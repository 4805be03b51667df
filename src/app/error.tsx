'use client';

import { PageFailure } from '@/features/frame/page-failure';

/** Stands for all of a page where its frame has failed, or a page that has no frame. */
export default function AppError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="mx-auto max-w-2xl px-4 pt-[14vh]">
      <PageFailure error={error} onRetry={reset} />
    </main>
  );
}

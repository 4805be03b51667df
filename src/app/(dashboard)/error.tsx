'use client';

// Part of every page, and not fetched when one has failed: that may be because nothing can be fetched.
import { PageFailure } from '@/features/frame/page-failure';

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure error={error} onRetry={reset} />;
}

'use client';

import { PageFailure } from '@/features/frame/page-failure';

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure requestId={error.digest ?? null} onRetry={reset} />;
}

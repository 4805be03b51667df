'use client';

import dynamic from 'next/dynamic';

/** Part of every page: what it shows is fetched when a page has failed. */
const PageFailure = dynamic(() =>
  import('@/features/frame/page-failure').then((module) => module.PageFailure),
);

export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFailure requestId={error.digest ?? null} onRetry={reset} />;
}

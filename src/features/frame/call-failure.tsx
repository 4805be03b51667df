'use client';

import type { ReactNode } from 'react';
import { ErrorState } from '@/components/feedback/error-state';
import { requestIdOf, statusOf } from '@/trpc/query-client';

export interface CallFailureProps {
  /** Failure as a sentence: "The images could not be loaded." */
  title: string;
  query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  action?: ReactNode;
}

/** Explains why a call to the server failed, and tries again. */
export function CallFailure({ title, query, action }: CallFailureProps) {
  const { error, isFetching, refetch } = query;
  return (
    <ErrorState
      title={title}
      onRetry={() => void refetch()}
      retrying={isFetching}
      requestId={requestIdOf(error)}
      action={action}
    >
      {reasonOf(statusOf(error))}
    </ErrorState>
  );
}

/** Says what failed; of a day that the server refuses, why: nothing else of a list as of a day can be refused so. */
export function failureOf(title: string, error: unknown, asOf: string | null): string {
  return asOf !== null && statusOf(error) === 422
    ? 'That day cannot be looked at: it is still to come, or nothing is kept of it any more.'
    : title;
}

function reasonOf(status: number | null): string {
  if (status === null)
    return 'The server did not answer. Nothing was changed. Check your connection and try again.';
  if (status === 403)
    return 'Your role does not allow it. An admin of your organization can change that.';
  if (status >= 500) {
    return 'The server made a mistake. Nothing was changed. If it happens again, give the request id to whoever runs this service.';
  }
  return 'The server did not take the request. Nothing was changed.';
}

'use client';

import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text';

export interface ErrorStateProps {
  /** The failure: "The images could not be loaded." */
  title: string;
  /** Says whether anything was changed, and the remedy. */
  children?: ReactNode;
  /** Tries the same again. */
  onRetry?: () => void;
  retrying?: boolean;
  /** The `x-request-id` of the failed answer, to give to whoever runs the service. */
  requestId?: string | null;
  /** Another way out: a link back. */
  action?: ReactNode;
}

/** Shows a failure, whether anything was changed, the remedy, and the request's id. */
export function ErrorState({
  title,
  children,
  onRetry,
  retrying,
  requestId,
  action,
}: ErrorStateProps) {
  return (
    <section
      role="alert"
      className="grid justify-items-start gap-3 rounded-md border border-l-2 border-l-danger-text bg-surface px-5 py-4"
    >
      <div className="flex items-start gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
        <div className="grid gap-1">
          <p className="font-semibold">{title}</p>
          {children && <div className="max-w-prose text-muted">{children}</div>}
        </div>
      </div>
      <div className="flex max-w-full min-w-0 flex-wrap items-center gap-3 pl-7">
        {onRetry && (
          <Button onClick={onRetry} loading={retrying}>
            Try again
          </Button>
        )}
        {action}
        {requestId && (
          <span className="inline-flex max-w-full min-w-0 items-center gap-2 text-xs text-muted">
            Request <CopyText value={requestId} what="request id" />
          </span>
        )}
      </div>
    </section>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { wordsForTrail } from './trail-words';

/** What happened to the reader's account, newest first. */
export function Trail() {
  const trail = useQuery(useTRPC().account.trail.queryOptions());
  if (trail.error) return <CallFailure title="What happened could not be loaded." query={trail} />;
  if (!trail.data) return <Loading label="Loading what happened" rows={3} columns={2} />;
  if (trail.data.length === 0) return <p className="text-sm text-muted">Nothing so far.</p>;
  return (
    <ol
      aria-label="What happened"
      className="grid max-h-96 w-full divide-y overflow-y-auto text-sm"
    >
      {trail.data.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
          <span className="grow basis-48 text-pretty">
            {wordsForTrail(entry)}
            {entry.by !== null && <span className="text-muted"> by {entry.by}</span>}
          </span>
          <span className="text-xs text-muted">
            {entry.remoteAddress !== '' && (
              <span className="wrap-anywhere">from {entry.remoteAddress}, </span>
            )}
            <DateTime value={entry.lastAt ?? entry.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

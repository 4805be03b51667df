'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type CatalogStatus = Outputs['catalog']['status'];

/** How fresh the catalog is, in a line: every date on the page is as good as that. */
export function CatalogFreshness() {
  const { data } = useQuery(useTRPC().catalog.status.queryOptions());
  if (!data) return null;
  return (
    <div className="-mt-2 grid gap-1 text-sm text-muted">
      <p className="wrap-anywhere">
        <Updated status={data} />
        <NextUpdate schedule={data.schedule} />
      </p>
      {data.failing_since !== null && (
        <p className="flex items-start gap-1.5 text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            Updates have been failing since <DateTime value={data.failing_since} />. What changed
            after that is missing.
          </span>
        </p>
      )}
    </div>
  );
}

function Updated({ status }: { status: CatalogStatus }) {
  const { source, updated_at: updatedAt, checked_at: checkedAt } = status;
  const { read_from: readFrom, document_made_at: madeAt } = status;
  if (updatedAt === null) return 'The catalog has not been loaded yet. ';
  // What is shipped leaves alone what was read from a source: that is as old as the last look there.
  const isShippedLater = source === 'starter' && readFrom !== null;
  const from = source === 'starter' ? 'as shipped with this service' : `from ${source ?? ''}`;
  return (
    <>
      {isShippedLater ? (
        <>
          Read from {readFrom} {checkedAt !== null && <DateTime value={checkedAt} show="ago" />};
          what is shipped with this service was updated <DateTime value={updatedAt} show="ago" />
        </>
      ) : (
        <>
          Updated <DateTime value={updatedAt} show="ago" />, {from}
          {checkedAt !== null && checkedAt !== updatedAt && (
            <>
              ; last looked <DateTime value={checkedAt} show="ago" />
            </>
          )}
        </>
      )}
      .{' '}
      {madeAt !== null && (
        <>
          Its document is of <DateTime value={madeAt} />.{' '}
        </>
      )}
    </>
  );
}

function NextUpdate({ schedule }: Pick<CatalogStatus, 'schedule'>) {
  if (schedule === null) return 'No update is scheduled.';
  if (schedule.next_at === null) return 'The next update is due now.';
  return (
    <>
      Next update: <DateTime value={schedule.next_at} />.
    </>
  );
}

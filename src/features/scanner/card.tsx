'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { CallFailure } from '@/features/frame/call-failure';
import { formatBytes } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** Shows the address, age and size of the scanners' database. */
export function DatabaseFeed() {
  const database = useQuery(useTRPC().scanner.database.queryOptions());
  if (database.error) return <CallFailure title="The feed could not be read." query={database} />;
  if (!database.data) return <Loading label="Loading the feed" rows={3} columns={2} />;
  const { listingUrl, archive } = database.data;
  const address = {
    label: 'XEOL_DB_UPDATE_URL',
    value: <CopyText value={listingUrl} what="address of the feed" />,
  };
  return (
    <div className="grid gap-2">
      <FactList
        facts={
          archive
            ? [
                address,
                {
                  label: 'Built',
                  value: (
                    <>
                      <DateTime value={archive.builtAt} show="ago" />{' '}
                      <span className="text-muted">
                        · <DateTime value={archive.builtAt} />
                      </span>
                    </>
                  ),
                },
                { label: 'Size', value: formatBytes(archive.sizeBytes) },
                { label: 'SHA-256', value: <CopyText value={archive.sha256} what="digest" /> },
              ]
            : [
                address,
                { label: 'Built', value: 'Not yet: built when the first scanner asks for it' },
              ]
        }
      />
      <p className="text-xs text-muted">
        A new one is built when the catalog has changed, and on each day on which a scanner asks.
      </p>
    </div>
  );
}

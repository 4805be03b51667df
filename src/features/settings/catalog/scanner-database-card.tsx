'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { CallFailure } from '@/features/frame/call-failure';
import { formatBytes } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** The database that scanners download: it is built from the catalogue. */
export function ScannerDatabaseCard() {
  const database = useQuery(useTRPC().scanner.database.queryOptions());
  if (database.error) {
    return <CallFailure title="The scanners’ database could not be looked at." query={database} />;
  }
  if (!database.data)
    return <Loading label="Loading the scanners’ database" rows={2} columns={2} />;
  const { listing_url: url, archive } = database.data;
  return (
    <Card
      title="Database for scanners"
      description="Built from the catalogue: what scanners match packages with. Your own products and dates are not in it."
    >
      <FactList
        facts={[
          { label: 'Address', value: <CopyText value={url} what="address" /> },
          { label: 'Built', value: <Built archive={archive} /> },
          ...(archive ? [{ label: 'Size', value: formatBytes(archive.size_bytes) }] : []),
        ]}
      />
    </Card>
  );
}

function Built({ archive }: Pick<Outputs['scanner']['database'], 'archive'>) {
  if (!archive) return 'When the first scanner asks for it';
  return (
    <>
      <DateTime value={archive.built_at} show="ago" />{' '}
      <span className="text-muted">
        (<DateTime value={archive.built_at} />)
        {!archive.is_current &&
          ', of an older catalogue; the next scanner that asks gets a new one'}
      </span>
    </>
  );
}

'use client';

import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Stack } from '@/components/layout/stack';
import { Card } from '@/components/ui/card';
import { useMay } from '@/features/frame/reader';
import { DatabaseFeed } from '@/features/scanner/database-feed';
import { useTRPC } from '@/trpc/client';
import { AttemptsCard } from './attempts-card';
import { DateChangesCard } from './date-changes-card';
import { ImportCard } from './import-card';
import { StatusCard } from './status-card';

/** The catalogue as something that is looked after. */
export function CatalogSettings() {
  const mayManage = useMay('catalog:manage');
  const trpc = useTRPC();
  const status = useQuery(trpc.catalog.status.queryOptions());
  useWhenDone(Boolean(status.data?.running));
  return (
    <Stack>
      <StatusCard />
      {mayManage && status.data?.schedule === null && <ImportCard />}
      <DateChangesCard />
      <Card
        title="Database for scanners"
        description="Built from the catalogue: what scanners match packages with. Your own products and dates are not in it."
      >
        <DatabaseFeed />
      </Card>
      {mayManage && <AttemptsCard />}
    </Stack>
  );
}

/** Reads everything anew once an update that was seen running has ended. */
function useWhenDone(isRunning: boolean) {
  const queries = useQueryClient();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
}

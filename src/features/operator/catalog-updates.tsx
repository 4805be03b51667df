'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { refetchWhileRunning, StatusCard } from '@/features/settings/catalog/status-card';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { statusOf } from '@/trpc/query-client';
import { AttemptsCard } from './attempts-card';
import { ImportCard } from './import-card';

/** The catalogue as something that is looked after: its state, its updates, and the way to start one. */
export function CatalogUpdates() {
  const status = useQuery({
    ...useTRPC().operator.catalogStatus.queryOptions(),
    refetchInterval: refetchWhileRunning,
  });
  return (
    <Stack>
      <StatusCard query={status} actions={status.data && <UpdateNow status={status.data} />}>
        {({ schedule }) => schedule === null && <ImportCard />}
      </StatusCard>
      <AttemptsCard />
    </Stack>
  );
}

function UpdateNow({ status }: { status: Outputs['operator']['catalogStatus'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const update = useMutation({
    ...trpc.operator.updateCatalog.mutationOptions(),
    onError: (error) =>
      toast.error(
        statusOf(error) === 409
          ? 'An update is running already.'
          : 'The update could not be started. The catalogue is as it was.',
      ),
    onSettled: () => queries.invalidateQueries(trpc.operator.pathFilter()),
  });
  if (status.schedule === null) return null;
  return (
    <Button
      size="sm"
      loading={update.isPending}
      disabled={status.running !== null}
      onClick={() => update.mutate()}
    >
      <RefreshCw aria-hidden />
      {status.running ? 'Updating…' : 'Update now'}
    </Button>
  );
}

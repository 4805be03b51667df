'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CallFailure } from '@/features/frame/call-failure';
import { StatusFacts } from '@/features/settings/catalog/status-card';
import { useWhenDone, WHILE_RUNNING_MS } from '@/features/settings/catalog/use-when-done';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { statusOf } from '@/trpc/query-client';
import { AttemptsCard } from './attempts-card';
import { ImportCard } from './import-card';

/** The catalogue as something that is looked after: its state, its updates, and the way to start one. */
export function CatalogUpdates() {
  const status = useQuery({
    ...useTRPC().operator.catalogStatus.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.running ? WHILE_RUNNING_MS : false),
  });
  useWhenDone(Boolean(status.data?.running));
  if (status.error) {
    return <CallFailure title="The state of the catalogue could not be loaded." query={status} />;
  }
  if (!status.data)
    return <Loading label="Loading the state of the catalogue" rows={5} columns={2} />;
  return (
    <Stack>
      <Card title="Catalogue" actions={<UpdateNow status={status.data} />}>
        <StatusFacts status={status.data} />
      </Card>
      {status.data.schedule === null && <ImportCard />}
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

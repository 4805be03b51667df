'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { refetchWhileRunning, StatusCard, Outcome } from '@/features/settings/catalog/card';
import { sourceWord, TRIGGER_WORDS } from '@/features/settings/catalog/words';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { statusOf } from '@/trpc/query-client';
import { ATTEMPTS_AT_FIRST } from '../params';

/** Shows the state and the updates of the catalog, and starts an update. */
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
          : 'The update could not be started. The catalog is as it was.',
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

const MOST = 100;

/** Lists attempts to update the catalog, newest first, with who asked for them. */
function AttemptsCard() {
  const [size, setSize] = useState(ATTEMPTS_AT_FIRST);
  const attempts = useQuery({
    ...useTRPC().operator.catalogUpdates.queryOptions({ size }),
    placeholderData: keepRows,
  });
  if (attempts.error) {
    return <CallFailure title="The updates could not be loaded." query={attempts} />;
  }
  if (!attempts.data) return <Loading label="Loading updates" rows={4} columns={3} />;
  const { items, total } = attempts.data;
  return (
    <Card title="Updates" description={`${formatCount(total)} in all, newest first`} flush>
      <ol>
        {items.map((update) => (
          <li
            key={update.id}
            className="grid gap-x-4 gap-y-0.5 border-b px-4 py-2 text-sm last:border-b-0 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <DateTime value={update.started_at} className="text-muted" />
            <div className="grid min-w-0 gap-0.5">
              <Outcome update={update} />
              <span className="text-xs wrap-anywhere text-muted">
                {sourceWord(update.source)}, {TRIGGER_WORDS[update.trigger]}
                {update.actor_name !== null && <> by {update.actor_name}</>}
                {update.revision !== null && <>, revision {formatCount(update.revision)}</>}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {total > items.length && size < MOST && (
        <div className="border-t px-4 py-2">
          <Button
            variant="ghost"
            size="sm"
            loading={attempts.isPlaceholderData}
            onClick={() => setSize(MOST)}
          >
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Explains how to update the catalog where no address is configured. */
function ImportCard() {
  return (
    <Card
      title="Update it from a file or an address"
      description="Nothing is fetched: the service has no address to update the catalog from."
    >
      <div className="grid grid-cols-1 gap-3 text-sm">
        <p>
          On the machine that runs the service, import the answer of{' '}
          <code className="font-mono text-xs">products/full</code> of the endoflife.date API, also
          while it runs:
        </p>
        <CodeBlock code="npm run catalog -- import products-full.json" label="Import a file" />
        <p>Or start the service with the address of such a document, to be looked at every day:</p>
        <CodeBlock
          code="CATALOG_URL=https://catalog.example.com/products/full npm start"
          label="Update from an address"
        />
      </div>
    </Card>
  );
}

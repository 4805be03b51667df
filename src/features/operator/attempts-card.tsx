'use client';

import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CallFailure } from '@/features/frame/call-failure';
import { Outcome } from '@/features/settings/catalog/outcome';
import { sourceWord, TRIGGER_WORDS } from '@/features/settings/catalog/update-words';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { ATTEMPTS_AT_FIRST } from './sizes';

const MOST = 100;

/** What was tried to update the catalogue, newest first, and who asked for it. */
export function AttemptsCard() {
  const [size, setSize] = useState(ATTEMPTS_AT_FIRST);
  const attempts = useQuery({
    ...useTRPC().operator.catalogUpdates.queryOptions({ size }),
    placeholderData: keepPreviousData,
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

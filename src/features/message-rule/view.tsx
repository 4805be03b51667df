'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { AddRule } from './form';
import { ruleColumns } from './table';

/** Shows which messages go to which channels, and when. */
export function MessageRulesView() {
  return (
    <section aria-labelledby="rules" className="grid min-w-0 gap-3">
      <header className="flex flex-wrap items-end gap-3">
        <div className="grid min-w-0 grow gap-0.5">
          <h3 id="rules" className="font-semibold">
            Rules
          </h3>
          <p className="max-w-prose text-sm text-muted">
            A channel gets what its rules send it, and nothing else. Their order does not matter; a
            message that several rules send to one channel arrives once.
          </p>
        </div>
        <AddRule />
      </header>
      <Rules />
    </section>
  );
}

function Rules() {
  const trpc = useTRPC();
  const rules = useQuery(trpc.messageRule.list.queryOptions());
  const channels = useQuery(trpc.channel.list.queryOptions());
  const teams = useQuery(trpc.team.names.queryOptions());
  if (rules.error) return <CallFailure title="The rules could not be loaded." query={rules} />;
  if (!rules.data) return <Loading label="Loading rules" rows={2} columns={5} />;
  if (rules.data.length === 0) {
    return (
      <p className="text-sm text-muted">No rule yet: no message goes to any channel. Add one.</p>
    );
  }
  const named = (list: readonly { readonly id: string; readonly name: string }[] = []) =>
    new Map(list.map(({ id, name }) => [id, name]));
  return (
    <DataTable
      name="message-rules"
      label="Rules for messages"
      columns={ruleColumns({ channels: named(channels.data), teams: named(teams.data) })}
      rows={rules.data}
      rowId={({ id }) => id}
    />
  );
}

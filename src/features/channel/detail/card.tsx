'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { SidePanel } from '@/components/ui/side-panel';
import { toast } from '@/components/ui/toast';
import { CallFailure } from '@/features/frame/call-failure';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { attemptWords } from '../words';
import { StateBadge } from './table';

type DeliveryDetail = Outputs['channel']['delivery'];

export interface DeliveryPanelProps {
  readonly channelId: string;
  readonly messageId: string;
  readonly closeHref: string;
}

/** Shows what is sent of one message, and each attempt with its answer. */
export function DeliveryPanel({ channelId, messageId, closeHref }: DeliveryPanelProps) {
  const input = { id: channelId, message_id: messageId };
  const delivery = useQuery(useTRPC().channel.delivery.queryOptions(input));
  const { data } = delivery;
  return (
    <SidePanel
      title={data?.title ?? 'Message'}
      subtitle={data && <StateBadge state={data.state} />}
      closeHref={closeHref}
      footer={data && data.state !== 'pending' && <Replay {...input} />}
    >
      {delivery.error && (
        <CallFailure title="This message could not be loaded. It may be gone." query={delivery} />
      )}
      {delivery.isPending && <Loading label="Loading" rows={5} columns={2} />}
      {data && <DeliveryContent delivery={data} />}
    </SidePanel>
  );
}

function Replay(input: { readonly id: string; readonly message_id: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const replay = useMutation({
    ...trpc.channel.replay.mutationOptions(),
    onSuccess: () => toast.success('It is sent again'),
    onError: (error) => toast.error(refusalOf(error, 'It is not sent again.')),
    onSettled: () => queryClient.invalidateQueries(trpc.channel.pathFilter()),
  });
  return (
    <Button loading={replay.isPending} onClick={() => replay.mutate(input)}>
      Send it again
    </Button>
  );
}

/** Shows a delivery: its facts, its attempts, what is sent. */
export function DeliveryContent({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { made, body, due_at: dueAt } = delivery;
  return (
    <div className="grid min-w-0 gap-5">
      <FactList
        facts={[
          { label: 'Made', value: <DateTime value={delivery.created_at} /> },
          { label: 'Id', value: <CopyText value={delivery.message_id} what="id" /> },
          ...(dueAt === null ? [] : [{ label: 'Next attempt', value: <DateTime value={dueAt} /> }]),
        ]}
      />
      <section className="grid min-w-0 gap-2">
        <h3 className="text-sm font-semibold">Attempts</h3>
        {made.length === 0 && <p className="text-sm text-muted">None yet.</p>}
        <ol className="grid min-w-0 gap-3">
          {made.map((attempt) => (
            <li
              key={attempt.number}
              className="grid min-w-0 gap-1 border-l-2 border-border-strong pl-3 text-sm"
            >
              <span className="flex flex-wrap gap-x-3">
                <span className="font-medium">{attemptWords(attempt)}</span>
                <span className="text-muted">
                  <DateTime value={attempt.started_at} />
                </span>
              </span>
              {attempt.answer && (
                <code className="font-mono text-xs wrap-anywhere text-muted">{attempt.answer}</code>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section className="grid min-w-0 gap-2">
        <h3 className="text-sm font-semibold">What is sent</h3>
        <CodeBlock label="What is sent" code={indented(body)} />
      </section>
    </div>
  );
}

/** Writes JSON over several lines; anything else as it is. */
function indented(body: string): string {
  if (!body.startsWith('{')) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

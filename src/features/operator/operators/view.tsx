'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';

const ROW =
  'flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b px-4 py-2 text-sm last:border-b-0';

/** Lists the operators, and explains how to add or remove one. */
export function OperatorsView() {
  const operators = useQuery(useTRPC().operator.operators.queryOptions());
  if (operators.error) {
    return <CallFailure title="The operators could not be loaded." query={operators} />;
  }
  if (!operators.data) return <Loading label="Loading operators" rows={2} columns={2} />;
  const { items, waiting } = operators.data;
  return (
    <Stack>
      <Card
        title="Operators"
        description="They see this page. In organizations they are what their role there says."
        flush
      >
        <ul>
          {items.map(({ id, name, email, is_configured: isConfigured }) => (
            <li key={id} className={ROW}>
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
              <span className="min-w-0 grow wrap-anywhere text-muted">{email}</span>
              {isConfigured && <Badge tone="outline">By configuration</Badge>}
            </li>
          ))}
        </ul>
      </Card>
      {waiting.length > 0 && (
        <Card
          title="Named by the configuration, without effect so far"
          description="Anybody could claim an address: it counts once its person has proven that it is theirs."
          flush
        >
          <ul>
            {waiting.map(({ email, has_account: hasAccount }) => (
              <li key={email} className={ROW}>
                <span className="min-w-0 grow wrap-anywhere">{email}</span>
                <span className="text-muted">
                  {hasAccount ? 'has not proven the address' : 'nobody signs in with it'}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <HowToChange />
    </Stack>
  );
}

function HowToChange() {
  return (
    <Card
      title="Make somebody an operator"
      description="Run it on the machine that runs the service; the service may be running."
    >
      <div className="grid grid-cols-1 gap-3 text-sm">
        <CodeBlock
          code="npm run account -- add-operator ann@example.com"
          label="Make somebody an operator"
        />
        <p>To take it away again:</p>
        <CodeBlock
          code="npm run account -- remove-operator ann@example.com"
          label="Take it away again"
        />
        <p>
          Or name them in <code className="font-mono text-xs">OPERATORS</code> when the service
          starts: they are operators for as long as they stand there, once their addresses are
          confirmed.
        </p>
      </div>
    </Card>
  );
}

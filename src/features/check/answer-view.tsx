'use client';

import { CodeBlock } from '@/components/ui/code-block';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { AnswerCard } from './answer-card';
import { Batch } from './batch';
import { checkHref, type CheckParams } from './check-params';
import type { Explained } from './check-types';
import { curlCommand } from './curl-command';
import { JsonView } from './json-view';
import { writtenAs, type AskedComponent } from './question';

export interface AnswerViewProps {
  components: readonly AskedComponent[];
  explained: Explained;
  params: CheckParams;
  /** The service's origin. */
  publicUrl: string;
}

/** The answer in the form that the address asks for. */
export function AnswerView({ components, explained, params, publicUrl }: AnswerViewProps) {
  const { level, view } = params;
  const [first, ...others] = explained.results;
  const [component] = components;
  if (view === 'json') return <JsonView explained={explained} />;
  if (view === 'curl') {
    return (
      <div className="grid grid-cols-1 gap-2">
        <CodeBlock code={curlCommand(publicUrl, components, level)} label="curl command" />
        <p className="text-sm text-muted">
          <code className="font-mono text-xs">EVENTIDE_KEY</code> is an API key of any role. All
          fields are in the <TextLink href="/docs/api#tag-check">API reference</TextLink>.
        </p>
      </div>
    );
  }
  if (others.length > 0) {
    return (
      <Batch
        components={components}
        explained={explained}
        params={params}
        hrefFor={(state) => checkHref({ ...params, state })}
      />
    );
  }
  if (!first || !component) return null;
  return (
    <AnswerCard
      explained={first}
      level={level}
      // The server gives calendar days alone.
      today={explained.today as Day}
      asked={writtenAs(component)}
    />
  );
}

'use client';

import dynamic from 'next/dynamic';
import { CodeBlock } from '@/components/ui/code-block';
import { TextLink } from '@/components/ui/text-link';
import type { Day } from '@/domain/eol/calendar';
import { Loading } from '@/components/feedback/loading';
import { AnswerCard } from './card';
import {
  type AskedComponent,
  checkHref,
  type CheckParams,
  writtenAs,
} from '@/features/check/params';
import type { Explained } from '@/features/check/words';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount } from '@/lib/numbers';
import type { SupportLevel } from '@/domain/catalog/catalog';
import { DEFAULT_LEVEL } from '@/domain/catalog/check/support';
import { hrefs } from '@/features/hrefs';

/** Most ask about one component: the table comes with the first answer to several. */
const Batch = dynamic(() => import('./table').then((module) => module.Batch), {
  loading: () => <Loading label="Checking" rows={3} columns={2} />,
});

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
          fields are in the <TextLink href={`${hrefs.docs.api}#tag-check`}>API reference</TextLink>.
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

/** More would be a page that scrolls for minutes; they are copied all the same. */
const SHOWN = 50;

/** The API's answer to the same question. */
export function JsonView({ explained }: { explained: Explained }) {
  const answers = explained.results.map(({ answer }) => answer);
  const [only] = answers;
  if (answers.length === 1) return <CodeBlock code={json(only)} label="Answer as JSON" />;
  return (
    <div className="grid grid-cols-1 gap-2">
      {answers.length > SHOWN && (
        <p className="flex items-center gap-2 text-sm text-muted">
          The first {formatCount(SHOWN)} of {formatCount(answers.length)} answers.
          <CopyButton value={json({ results: answers })} label="Copy all answers" withText />
        </p>
      )}
      <CodeBlock code={json({ results: answers.slice(0, SHOWN) })} label="Answers as JSON" />
    </div>
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/**
 * The command that asks the same of the API. The key is taken from the environment, so that it stands in no
 * shell's history.
 * @param origin the service's, without a slash at its end
 */
export function curlCommand(
  origin: string,
  components: readonly AskedComponent[],
  level: SupportLevel,
): string {
  const [only] = components;
  const isBatch = components.length !== 1;
  const body = {
    ...(isBatch ? { components } : { component: only }),
    ...(level !== DEFAULT_LEVEL && { lifecycle: level }),
  };
  return [
    `curl -sS ${origin}/api/eol/${isBatch ? 'check/batch' : 'check'}`,
    '-H "Authorization: ApiKey $EVENTIDE_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

'use client';

import { useMemo, useState } from 'react';
import { useQueryStates } from 'nuqs';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { CallFailure } from '@/features/frame/call-failure';
import { AnswerView } from './answer/view';
import { DocumentCheck } from '@/features/sbom/view';
import {
  type AskedComponent,
  checkHref,
  type CheckParams,
  checkParsers,
  type CheckView as View,
  linesOf,
  MAX_LINES,
  readLine,
} from './params';
import { type Question, QuestionForm } from './form';
import { useQuery } from '@tanstack/react-query';
import type { SupportLevel } from '@/domain/catalog/catalog';
import { useTRPCClient } from '@/trpc/client';
import { Link } from '@/components/ui/link';

/** The length that servers and proxies take in an address, with room for the rest of it. */
const LONGEST_IN_ADDRESS = 4_000;

const VIEW_WORDS: Record<View, string> = { answer: 'Answer', json: 'JSON', curl: 'curl' };

/** Asks whether a component has ended: for a person, and for whoever writes the call to the API. */
export function CheckView({ publicUrl }: { publicUrl: string }) {
  const { question, params, ask, isLong } = useQuestion();
  const components = useMemo(() => componentsOf(question), [question]);
  const answers = useAnswers(components, question.level);
  const views = (['answer', 'json', 'curl'] as const).map((view) => ({
    id: view,
    label: VIEW_WORDS[view],
    href: checkHref({ ...params, view }),
  }));
  return (
    <Stack className="gap-5">
      <PageHeader title="Check" description="Has it ended, and what should you move to?" />
      <QuestionForm value={question} onAsk={ask} asking={answers.isFetching} />
      {components.length === 0 && (
        <>
          <DocumentCheck />
          <Examples />
        </>
      )}
      {isLong && (
        <p className="text-sm text-muted">
          This question is too long for an address: it is gone when you leave the page.
        </p>
      )}
      {components.length > 0 && (
        <>
          {!isLong && <LinkTabs label="Views of the answer" current={params.view} tabs={views} />}
          {answers.error ? (
            <CallFailure title="The check could not be made." query={answers} />
          ) : !answers.data ? (
            <Loading label="Checking" rows={3} columns={2} />
          ) : (
            <AnswerView
              components={components}
              explained={answers.data}
              params={{ ...params, ...question }}
              publicUrl={publicUrl}
            />
          )}
        </>
      )}
    </Stack>
  );
}

function componentsOf({ q, ...context }: Question) {
  return linesOf(q)
    .slice(0, MAX_LINES)
    .map((line) => readLine(line, context));
}

/** The question in the address; one that is too long for it lives as long as the page. */
function useQuestion() {
  const [params, write] = useQueryStates(checkParsers, { history: 'push', scroll: false });
  const [long, setLong] = useState<Question | null>(null);
  const isLong = long !== null && params.q === '';
  const ask = (asked: Question) => {
    const isTooLong = encodeURIComponent(asked.q).length > LONGEST_IN_ADDRESS;
    setLong(isTooLong ? asked : null);
    void write({ ...asked, q: isTooLong ? '' : asked.q, state: null });
  };
  return { question: isLong ? long : params, params, ask, isLong };
}

/** The answers to these components, asked for anew when the question changes. */
export function useAnswers(components: readonly AskedComponent[], level: SupportLevel) {
  const client = useTRPCClient();
  return useQuery({
    queryKey: ['check', components, level],
    // Sent as a mutation for its size; it changes nothing.
    queryFn: ({ signal }) =>
      client.check.explain.mutate({ components: [...components], lifecycle: level }, { signal }),
    enabled: components.length > 0,
  });
}

export type Answers = ReturnType<typeof useAnswers>;

const EXAMPLES: readonly { readonly params: Partial<CheckParams>; readonly what: string }[] = [
  { params: { q: 'nodejs 16.20.2' }, what: 'A name and a version' },
  { params: { q: 'pkg:npm/express@3.21.2' }, what: 'A package URL' },
  { params: { q: 'cpe:2.3:o:debian:debian_linux:11:*:*:*:*:*:*:*' }, what: 'A CPE name' },
  {
    params: { q: 'pkg:deb/debian/openssl@1.1.1w-0%2Bdeb11u1?distro=debian-11' },
    what: 'A package that a distribution maintains',
  },
  {
    params: { q: 'ubuntu 18.04', level: 'EXTENDED_SUPPORT' },
    what: 'Extended support',
  },
  {
    params: { q: 'python 3.8.20\ndjango==3.2.25\nnginx:1.24\nleft-pad 1.3.0' },
    what: 'Several at once',
  },
];

/** Examples to press while nothing is asked. */
export function Examples() {
  return (
    <section aria-labelledby="examples" className="grid max-w-5xl gap-2">
      <h2 id="examples" className="text-sm font-semibold">
        For example
      </h2>
      <ul className="grid gap-px overflow-hidden rounded-md border bg-border sm:grid-cols-2">
        {EXAMPLES.map(({ params, what }) => (
          <li key={what} className="min-w-0 bg-surface">
            <Link
              href={checkHref(params)}
              className="grid h-full min-w-0 content-start gap-0.5 px-4 py-3 -outline-offset-2 hover:bg-hover"
            >
              <span className="text-xs text-muted">{what}</span>
              <span className="font-mono text-xs wrap-anywhere whitespace-pre-line">
                {params.q}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

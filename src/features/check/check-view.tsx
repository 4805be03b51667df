'use client';

import { useMemo, useState } from 'react';
import { useQueryStates } from 'nuqs';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { CallFailure } from '@/features/frame/call-failure';
import { AnswerView } from './answer-view';
import { checkHref, checkParsers, type CheckView as View } from './check-params';
import { Examples } from './examples';
import { linesOf, MAX_LINES, readLine } from './question';
import { QuestionForm, type Question } from './question-form';
import { useAnswers } from './use-answers';

/** What servers and proxies take in an address, with room for the rest of it. */
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
      <PageHeader title="Check" description="Whether something has ended, and what to move to." />
      <QuestionForm
        // Back and Forward bring another question: the form starts from it.
        key={JSON.stringify([params.q, params.ecosystem, params.vendor, params.level])}
        value={question}
        onAsk={ask}
        asking={answers.isFetching}
      />
      {components.length === 0 && <Examples />}
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

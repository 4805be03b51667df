'use client';

import { useMemo, useRef, useState, type SubmitEvent } from 'react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FormProblem } from '@/features/auth/form-problem';
import type { PolicyRecord } from '../policy-types';
import { policiesHref } from '../search-params';
import { DraftOutlook } from './draft-outlook';
import { bodyOf, fieldsOf, formOf, NEW_FORM } from './eol-form';
import { problemsIn, type PolicyPart } from './problems';
import { RuleNotes } from './rule-notes';
import { SentenceForm } from './sentence-form';
import { useDraft } from './use-draft';
import { useSavePolicy } from './use-save-policy';

/** The form that is the sentence, and beside it what that would do. Null writes a new policy. */
export function EolEditor({ policy }: { policy: PolicyRecord | null }) {
  const [form, setForm] = useState(() => (policy ? formOf(policy) : NEW_FORM));
  const [left, setLeft] = useState<readonly PolicyPart[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const { save, pending, refused, reset } = useSavePolicy(policy?.id ?? null);
  const wrong = useMemo(() => problemsIn(form), [form]);
  const isComplete = Object.keys(wrong).length === 0;
  const body = useMemo(() => (isComplete ? bodyOf(fieldsOf(form)) : null), [form, isComplete]);
  const draft = useDraft(body);

  const told = Object.entries(wrong).filter(([part]) => left.some((one) => one === part));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (body) return save(body);
    setLeft(ALL_PARTS);
    // The marks are there after the next paint.
    window.requestAnimationFrame(() => focusFirstProblem(element.current));
  };
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <form
        ref={element}
        onSubmit={submit}
        noValidate
        aria-label="Policy"
        className="grid min-w-0 gap-4 rounded-md border bg-surface px-4 py-4 xl:sticky xl:top-[calc(var(--header-height)+1rem)]"
      >
        <SentenceForm
          form={form}
          onChange={(changes) => {
            reset();
            setForm((known) => ({ ...known, ...changes }));
          }}
          // Whatever is wrong between two parts shows at once: nobody is still typing the other one.
          problems={{ ...Object.fromEntries(told), ...orderProblem(wrong), ...refused }}
          onLeave={(part) =>
            window.setTimeout(() => setLeft((known) => [...known, part]), PRESS_MS)
          }
        />
        <RuleNotes form={form} />
        <FormProblem>{refused.whole ?? (left.includes('whole') && wrong.whole)}</FormProblem>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={pending}>
            {policy ? 'Save the changes' : 'Put it in force'}
          </Button>
          <Button asChild>
            <Link href={policiesHref()}>Cancel</Link>
          </Button>
        </div>
      </form>
      <Card
        title="What it would do"
        description="Worked out from what your images hold now, with all other policies as they are."
      >
        <DraftOutlook policyId={policy?.id ?? null} body={draft} isComplete={isComplete} />
      </Card>
    </div>
  );
}

/** What is told when a part is left moves what is below: not under a press that left it. */
const PRESS_MS = 250;

const ALL_PARTS: readonly PolicyPart[] = [
  'project',
  'product',
  'operator',
  'cycle',
  'warn',
  'deny',
  'whole',
];

function orderProblem({ deny }: ReturnType<typeof problemsIn>) {
  return deny?.startsWith('Builds would') ? { deny } : {};
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

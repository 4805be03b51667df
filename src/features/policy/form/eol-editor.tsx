'use client';

import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Card } from '@/components/ui/card';
import { FormProblem } from '@/features/auth/form-problem';
import type { PolicyBody, PolicyRecord } from '@/features/policy/types';
import { FormActions } from './form-actions';
import { SentenceForm } from './sentence-form';
import { useSavePolicy } from './use-save-policy';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { FOR_UNASSIGNED } from '../sentence';
import { bodyOf, type EolForm, fieldsOf, formOf, NEW_FORM } from './eol-form';
import { type PolicyPart, type Problems, problemsIn } from './problems';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/components/ui/skeleton';
import { useTRPC } from '@/trpc/client';
import { Outlook } from '@/features/policy/outlook/view';
import { ScannerDifferences } from '../outlook/scanner-differences';

/** The form that is the sentence, and beside it what that would do. Null writes a new policy. */
export function EolEditor({ policy }: { policy: PolicyRecord | null }) {
  const element = useRef<HTMLFormElement>(null);
  const { save, pending, refused, reset } = useSavePolicy(policy?.id ?? null);
  const { form, change, body, problems, leave, leaveAll } = useEolForm(policy);
  const draft = useDraft(body);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (body) return save(body);
    leaveAll();
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
            change(changes);
          }}
          problems={{ ...problems, ...refused }}
          onLeave={leave}
        />
        <RuleNotes form={form} />
        <FormProblem>{refused.whole ?? problems.whole}</FormProblem>
        <FormActions isNew={policy === null} pending={pending} />
      </form>
      <Card
        title="What it would do"
        description="Worked out from what your images hold now, with all other policies as they are."
      >
        <DraftOutlook policyId={policy?.id ?? null} body={draft} isComplete={body !== null} />
      </Card>
    </div>
  );
}

function focusFirstProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

/** Longer than the pause between two keys. */
const PAUSE_MS = 300;

/**
 * The latest draft that could be a policy, once the writer pauses; null before the first one.
 *
 * @param body null while the draft cannot be a policy; the same object as long as it says the same
 */
export function useDraft(body: PolicyBody | null): PolicyBody | null {
  const [draft, setDraft] = useState(body);
  useEffect(() => {
    if (body === null) return;
    const timer = window.setTimeout(() => setDraft(body), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [body]);
  return draft;
}

/** What the words of a policy do not say by themselves. */
export function RuleNotes({ form: { scope, project, warn, deny } }: { form: EolForm }) {
  const kinds = [warn.kind, deny.kind];
  const notes = [
    scope !== 'global' && 'A policy is about one project or one product, not both.',
    scope === 'project' && project === UNASSIGNED_PROJECT && FOR_UNASSIGNED,
    kinds.includes('date') &&
      'From a date on, everything that a scanner reports counts, also what is still supported.',
    kinds.some((kind) => kind === 'days' || kind === 'end') &&
      'What has no known end is left alone. What ended on an unknown day is warned of at most.',
  ].filter((note) => note !== false);
  return (
    <ul className="grid gap-1 text-xs text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
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

export interface EolFormState {
  readonly form: EolForm;
  readonly change: (changes: Partial<EolForm>) => void;
  /** The policy that the form says; null while it says none. The same object as long as it says the same. */
  readonly body: PolicyBody | null;
  /** What is wrong, of the parts that were left. */
  readonly problems: Problems;
  readonly leave: (part: PolicyPart) => void;
  /** Tells everything that is wrong. */
  readonly leaveAll: () => void;
}

/** The state of an EOL policy's form. */
export function useEolForm(policy: PolicyRecord | null): EolFormState {
  const [form, setForm] = useState(() => (policy ? formOf(policy) : NEW_FORM));
  const [left, setLeft] = useState<readonly PolicyPart[]>([]);
  const wrong = useMemo(() => problemsIn(form), [form]);
  const body = useMemo(
    () => (Object.keys(wrong).length === 0 ? bodyOf(fieldsOf(form)) : null),
    [form, wrong],
  );
  const told = Object.entries(wrong).filter(
    // What is wrong between two parts shows at once: nobody is still typing the other one.
    ([part, problem]) => left.some((one) => one === part) || problem.startsWith('Builds would'),
  );
  return {
    form,
    change: (changes) => setForm((known) => ({ ...known, ...changes })),
    body,
    problems: Object.fromEntries(told),
    leave: (part) => window.setTimeout(() => setLeft((known) => [...known, part]), PRESS_MS),
    leaveAll: () => setLeft(ALL_PARTS),
  };
}

export interface DraftOutlookProps {
  /** The policy that is edited; null for a new one. */
  policyId: string | null;
  /** The latest draft that could be a policy; null before there was any. */
  body: PolicyBody | null;
  /** Whether the form says a whole policy now. */
  isComplete: boolean;
}

/** What a draft would do, and where a stock scanner would decide otherwise. */
export function DraftOutlook({ policyId, body, isComplete }: DraftOutlookProps) {
  if (body === null) {
    return <p className="text-sm text-muted">Complete the sentence to see what it would do.</p>;
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      {!isComplete && (
        <p role="status" className="rounded-md bg-active px-3 py-2 text-sm">
          The sentence is no policy yet. This is what it would do as it stood before.
        </p>
      )}
      <DraftDetails policyId={policyId} body={body} />
    </div>
  );
}

function DraftDetails({ policyId, body }: { policyId: string | null; body: PolicyBody }) {
  const preview = useQuery({
    ...useTRPC().policy.preview.queryOptions(
      { policyId, body },
      { trpc: { abortOnUnmount: true } },
    ),
    placeholderData: keepPreviousData,
  });
  const { counts, scannerDifferences, today } = preview.data ?? {};
  return (
    <>
      <Outlook question={{ policyId, body, decidedBy: null }} before={counts?.before ?? null} />
      <section aria-labelledby="scanner-differences" className="grid min-w-0 grid-cols-1 gap-2">
        <h3 id="scanner-differences" className="text-sm font-semibold">
          Where a stock scanner decides differently
        </h3>
        {preview.error && (
          <p className="text-sm text-muted">This could not be worked out. The rest holds.</p>
        )}
        {preview.isPending && <Skeleton className="w-1/2" />}
        {scannerDifferences && today && (
          <ScannerDifferences
            differences={scannerDifferences.items}
            total={scannerDifferences.total}
            today={today}
          />
        )}
      </section>
    </>
  );
}

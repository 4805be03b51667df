'use client';

import { useRef, type SubmitEvent } from 'react';
import { Card } from '@/components/ui/card';
import { FormProblem } from '@/features/auth/form-problem';
import type { PolicyRecord } from '../policy-types';
import { DraftOutlook } from './draft-outlook';
import { FormActions } from './form-actions';
import { RuleNotes } from './rule-notes';
import { SentenceForm } from './sentence-form';
import { useDraft } from './use-draft';
import { useEolForm } from './use-eol-form';
import { useSavePolicy } from './use-save-policy';

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

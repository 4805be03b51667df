'use client';

import { useMemo, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { FormProblem } from '@/features/frame/form-problem';
import { useCheckedValues, useFocusOnError } from '@/features/frame/forms';
import { useUnsaved } from '@/features/frame/unsaved';
import type { PolicyBody, PolicyRecord } from '@/features/policy/types';
import { FormActions } from '@/features/policy/form/actions';
import { ForceDialog } from './surprise/dialog';
import { ReleasedNote } from './surprise/view';
import { SentenceForm } from './form';
import { type DraftPreview, useDraftPreview } from './query';
import { Templates } from './template/actions';
import { policyImagesHref } from '@/features/policy/images/params';
import { useSavePolicy } from '@/features/policy/form/query';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { FOR_UNASSIGNED } from '@/features/policy/sentence/words';
import { type EolForm, failsEver, formOf, NEW_FORM } from './values';
import { eolPolicy, type Problems } from '@/features/policy/form/words';
import { Outlook } from '@/features/policy/outlook/view';
import { ScannerDifferences } from '@/features/policy/outlook/card';
import { RunningNote } from '@/features/policy/words';

/** The form that is the sentence, and beside it what that would do. Null writes a new policy. */
export function EolEditor({ policy }: { policy: PolicyRecord | null }) {
  const policyId = policy?.id ?? null;
  const { form, values, body, problems } = useEolForm(policy);
  const { handleSubmit, setError, setValue, formState } = form;
  const { save, pending } = useSavePolicy(policy, EOL_PARTS, setError);
  useUnsaved(formState.isDirty);
  const element = useFocusOnError(formState.submitCount);
  const { draft, preview, effect } = useDraftPreview(policyId, body);
  const [asked, setAsked] = useState<PolicyBody | null>(null);
  const submit = (whole: PolicyBody) => {
    // Nothing is put in force before it is known what it does.
    if (effect.kind === 'known' && effect.surprise === null) save(whole);
    else if (effect.kind === 'known' || effect.kind === 'failed') setAsked(whole);
  };
  const isWorking = effect.kind === 'working' && !pending;
  return (
    <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <form
        ref={element}
        onSubmit={handleSubmit(submit)}
        noValidate
        aria-label="Policy"
        className="grid min-w-0 gap-4 rounded-md border bg-surface px-4 py-4 xl:sticky xl:top-[calc(var(--header-height)+1rem)]"
      >
        {policy === null && (
          <Templates
            onChoose={({ onlyRunning, warn, deny }) => {
              setValue('onlyRunning', onlyRunning);
              setValue('warn', warn);
              setValue('deny', deny);
            }}
          />
        )}
        <SentenceForm form={form} values={values} problems={problems} />
        <RuleNotes form={values} />
        <FormProblem>{problems.whole}</FormProblem>
        <FormActions
          isNew={policy === null}
          pending={pending}
          disabled={isWorking}
          note={isWorking ? 'Working out what it would do…' : undefined}
        />
      </form>
      <ForceDialog
        {...{ policyId, effect }}
        body={asked}
        onSave={save}
        onClose={() => setAsked(null)}
      />
      <Card
        title="What it would do"
        description={
          policy ? (
            <>
              All policies together, with this one as it stands here, by what your images hold now.{' '}
              <TextLink href={policyImagesHref({ policy: policy.id })} prefetch={false}>
                What this one alone denies
              </TextLink>
            </>
          ) : (
            'Worked out from what your images hold now, with all other policies as they are.'
          )
        }
      >
        <DraftOutlook
          policyId={policyId}
          body={draft}
          preview={preview}
          isComplete={body !== null}
        />
      </Card>
    </div>
  );
}

/** Explains the parts of a policy that its words leave open. */
export function RuleNotes({ form }: { form: EolForm }) {
  const { scope, project, onlyRunning, warn, deny, deprecated, stale, start } = form;
  const kinds = [warn.kind, deny.kind];
  const notes = [
    scope !== 'global' && 'A policy is about one project or one product, not both.',
    scope === 'project' && project === UNASSIGNED_PROJECT && FOR_UNASSIGNED,
    onlyRunning &&
      'An image runs while a cluster reports it, by its digest or its name and tag, and for a week after.',
    kinds.includes('date') &&
      'From a date on, everything that a scanner reports counts, also what is still supported.',
    kinds.some((kind) => kind === 'days' || kind === 'end' || kind === 'after') &&
      'Software with no known end is left alone. Software that ended on an unknown day gets a warning at most.',
    scope !== 'software' &&
      (deprecated !== 'none' || stale !== 'none') &&
      'Packages are judged by what their registries say, as far as they were asked. What has a known end is judged by that alone.',
    failsEver(form) &&
      start.isLater &&
      'Until the day on which it may fail builds, it only warns, and scanners are told of nothing more.',
  ].filter((note) => note !== false);
  return (
    <ul className="grid gap-1 text-xs text-muted">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const EOL_PARTS = [
  ...(['project', 'product', 'operator', 'cycle'] as const),
  ...(['warn', 'deny', 'start', 'whole'] as const),
] as const;

/** The state of an EOL policy's form. */
function useEolForm(policy: PolicyRecord | null) {
  const form = useForm<EolForm, unknown, PolicyBody>({
    resolver: zodResolver(eolPolicy),
    defaultValues: policy ? formOf(policy) : NEW_FORM,
    shouldFocusError: false,
  });
  const values = useCheckedValues(form);
  const { errors, touchedFields, isSubmitted } = form.formState;
  // A fault between two parts shows at once: nobody is still typing the other one.
  const told = EOL_PARTS.flatMap((part) => {
    const message = errors[part]?.message ?? '';
    const isTold = isSubmitted || touchedFields[part] || message.startsWith('Builds would');
    return isTold && message !== '' ? [[part, message]] : [];
  });
  /** The policy that the form says; null while it says none. The same object as long as it says the same. */
  const body = useMemo(() => eolPolicy.safeParse(values).data ?? null, [values]);
  const problems: Problems = Object.fromEntries(told);
  return { form, values, body, problems };
}

interface DraftOutlookProps {
  /** The policy that is edited; null for a new one. */
  policyId: string | null;
  /** The latest draft that could be a policy; null before there was any. */
  body: PolicyBody | null;
  preview: DraftPreview;
  /** Whether the form says a whole policy now. */
  isComplete: boolean;
}

/** Shows what a draft would do, and where a stock scanner would decide otherwise. */
function DraftOutlook({ policyId, body, preview, isComplete }: DraftOutlookProps) {
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
      <DraftDetails policyId={policyId} body={body} preview={preview} />
    </div>
  );
}

interface DraftDetailsProps {
  policyId: string | null;
  body: PolicyBody;
  preview: DraftPreview;
}

function DraftDetails({ policyId, body, preview }: DraftDetailsProps) {
  const { counts, running, scannerDifferences, today } = preview.data ?? {};
  return (
    <>
      {body.only_running && <RunningNote running={running} />}
      <ReleasedNote released={preview.data?.noLongerDenied} />
      <Outlook question={{ policyId, body, decidedBy: null }} before={counts?.before ?? null} />
      {!preview.isPending && (
        <section aria-labelledby="scanner-differences" className="grid min-w-0 grid-cols-1 gap-2">
          <h3 id="scanner-differences" className="text-sm font-semibold">
            Where a stock scanner decides differently
          </h3>
          {preview.error && (
            <p className="text-sm text-muted">This could not be worked out. The rest holds.</p>
          )}
          {scannerDifferences && today && (
            <ScannerDifferences
              differences={scannerDifferences.items}
              total={scannerDifferences.total}
              today={today}
            />
          )}
        </section>
      )}
    </>
  );
}

'use client';

import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { FactList } from '@/components/ui/fact-list';
import { FormProblem } from '@/features/frame/form-problem';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { formatDay, upperFirst } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { NoteField } from '../detail/fields';
import { grantWords, softwareOf, whereOf } from '../words';

export interface DecideFormProps {
  /** The end of the link. */
  readonly token: string;
  readonly preview: Outputs['waiver']['previewLink'];
}

/** Shows what a mailed link asks to be decided, and decides it: opening the link has decided nothing. */
export function DecideForm({ token, preview }: DecideFormProps) {
  const { organizationName, decider, waiver } = preview;
  const [note, setNote] = useState('');
  const decide = useMutation(useTRPC().waiver.decideByLink.mutationOptions());
  if (decide.data) return <Decided waiver={decide.data} />;
  const send = (decision: 'granted' | 'declined') => {
    decide.mutate({ token, decision, version: waiver.version, note: note.trim() || null });
  };
  const sending = decide.isPending ? decide.variables.decision : null;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">
        A waiver of {softwareOf(waiver)}
      </h1>
      <p className="mt-1 mb-6 text-pretty wrap-anywhere text-muted">
        {waiver.asked_by.name} asks for it in {organizationName}. You decide as {decider}.
      </p>
      <div className="grid gap-5">
        <FactList facts={factsOf(waiver)} />
        <NoteField value={note} onChange={setNote} />
        <FormProblem>{decide.error && refusalOf(decide.error, 'Nothing was decided.')}</FormProblem>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            loading={sending === 'granted'}
            disabled={sending !== null}
            onClick={() => send('granted')}
          >
            Grant
          </Button>
          <Button
            size="lg"
            loading={sending === 'declined'}
            disabled={sending !== null}
            onClick={() => send('declined')}
          >
            Decline
          </Button>
        </div>
      </div>
    </>
  );
}

type Asked = DecideFormProps['preview']['waiver'];

function factsOf(waiver: Asked) {
  const { reason, mitigating_control, ends_on, owner } = waiver;
  return [
    { label: 'Reason', value: <span className="whitespace-pre-wrap">{reason}</span> },
    { label: 'Control', value: mitigating_control ?? <span className="text-muted">None</span> },
    { label: 'Where', value: upperFirst(whereOf(waiver)) },
    { label: 'Last day', value: formatDay(ends_on) },
    { label: 'Answers for it', value: owner.name },
  ];
}

function Decided({ waiver }: { readonly waiver: Asked }) {
  return (
    <div role="status">
      <h1 className="text-xl font-semibold tracking-tight">
        {waiver.state === 'granted' ? 'Granted' : 'Declined'}
      </h1>
      <p className="mt-1 mb-6 text-pretty wrap-anywhere text-muted">
        {waiver.state === 'granted'
          ? `No policy ${grantWords(waiver)}.`
          : `${softwareOf(waiver)} is judged as before.`}
      </p>
      <Button asChild size="lg">
        <Link href={hrefs.waiver(waiver.id)}>Open the waiver</Link>
      </Button>
    </div>
  );
}

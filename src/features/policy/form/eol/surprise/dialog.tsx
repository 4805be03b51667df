'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { addDays, type Day, dayOf, parseDay } from '@/domain/eol/calendar';
import type { PolicyBody } from '@/features/policy/types';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { canStartLater, warningUntil } from './values';
import type { DraftEffect } from '@/features/policy/form/eol/query';

/** How long builds are warned unless the writer says otherwise. */
const WARNED_DAYS = 30;

export interface ForceDialogProps {
  /** What is to be put in force; null: nothing is asked. */
  body: PolicyBody | null;
  effect: DraftEffect;
  onSave: (body: PolicyBody) => void;
  onClose: () => void;
}

/** Asks before a policy breaks many builds at once, and offers to have it only warn for a time. */
export function ForceDialog({ body, effect, onSave, onClose }: ForceDialogProps) {
  const save = (what: PolicyBody) => {
    onClose();
    onSave(what);
  };
  return (
    <Dialog
      open={body !== null}
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(effect)}
      description={descriptionOf(effect)}
    >
      {body && <Ways body={body} effect={effect} onSave={save} />}
    </Dialog>
  );
}

function titleOf(effect: DraftEffect): string {
  if (effect.kind !== 'known') return 'What it would do could not be worked out';
  const { images, projects } = effect.newlyDenied;
  return `${countOf(images, 'image')} of ${countOf(projects, 'project')} would fail from now on`;
}

function descriptionOf(effect: DraftEffect): string {
  if (effect.kind !== 'known') return 'Nobody can tell how many builds would fail from now on.';
  return effect.newlyDenied.images === 1
    ? 'It passes today. With this policy its next build fails.'
    : 'They pass today. With this policy their next builds fail.';
}

interface WaysProps {
  body: PolicyBody;
  effect: DraftEffect;
  onSave: (body: PolicyBody) => void;
}

function Ways({ body, effect, onSave }: WaysProps) {
  const today = dayOf(new Date());
  return (
    <div className="grid gap-5">
      {canStartLater(body, today) && <WarnFirst body={body} today={today} onSave={onSave} />}
      <FailNow word={wordOf(effect)} onConfirm={() => onSave(body)} />
    </div>
  );
}

/** What has to be typed: the number of images, plain, as anybody would type it. */
function wordOf(effect: DraftEffect): string {
  return effect.kind === 'known' ? String(effect.newlyDenied.images) : 'fail';
}

interface WarnFirstProps {
  body: PolicyBody;
  today: Day;
  onSave: (body: PolicyBody) => void;
}

function WarnFirst({ body, today, onSave }: WarnFirstProps) {
  const [date, setDate] = useState<string>(addDays(today, WARNED_DAYS));
  const start = parseDay(date);
  const isLater = start !== null && start > today;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (start !== null && isLater) onSave(warningUntil(body, start));
      }}
      className="flex flex-wrap items-start gap-2"
    >
      <Field
        label="First day on which builds fail"
        error={!isLater && 'Choose a day after today.'}
        className="grow"
      >
        <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" disabled={!isLater} className="sm:mt-6.5">
        {isLater ? `Let it warn until ${formatDay(addDays(start, -1))}` : 'Let it warn first'}
      </Button>
    </form>
  );
}

function FailNow({ word, onConfirm }: { word: string; onConfirm: () => void }) {
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim() === word;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) onConfirm();
      }}
      className="flex flex-wrap items-start gap-2 border-t pt-4"
    >
      <Field label={`Or type ${word} to let builds fail`} className="grow">
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="danger" disabled={!isTyped} className="sm:mt-6.5">
        Fail from now on
      </Button>
    </form>
  );
}

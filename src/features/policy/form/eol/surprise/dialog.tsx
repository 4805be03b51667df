'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { addDays, type Day, dayOf, parseDay } from '@/domain/eol/calendar';
import type { PolicyBody } from '@/features/policy/types';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { ReleasedNote, useOverruledWords } from './view';
import { canStartLater, warningUntil } from './values';
import { failingWords, releasedWords } from './words';
import { type DraftEffect, useDraftPreview } from '@/features/policy/form/eol/query';

/** How long builds are warned unless the writer says otherwise. */
const WARNED_DAYS = 30;

export interface ForceDialogProps {
  /** Null: the policy is new. */
  policyId: string | null;
  /** What is to be put in force; null: nothing is asked. */
  body: PolicyBody | null;
  effect: DraftEffect;
  onSave: (body: PolicyBody) => void;
  onClose: () => void;
}

/** Asks before a policy breaks many builds at once, and offers to have it only warn for a time; asks too before it lets many pass. */
export function ForceDialog({ policyId, body, effect, onSave, onClose }: ForceDialogProps) {
  const save = (what: PolicyBody) => {
    onClose();
    onSave(what);
  };
  const overruled = useOverruledWords(effect.kind === 'known' ? effect.noLongerDenied : undefined);
  return (
    <Dialog
      open={body !== null}
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(effect)}
      description={descriptionOf(effect, overruled)}
    >
      {body && <Ways policyId={policyId} body={body} effect={effect} onSave={save} />}
    </Dialog>
  );
}

function titleOf(effect: DraftEffect): string {
  if (effect.kind !== 'known') return 'What it would do could not be worked out';
  if (effect.surprise === 'passes') return releasedWords(effect.noLongerDenied);
  return failingWords(effect.newlyDenied);
}

function descriptionOf(effect: DraftEffect, overruled: string | null): string {
  if (effect.kind !== 'known') return 'Nobody can tell how many builds would fail from now on.';
  const { newlyDenied, noLongerDenied, surprise } = effect;
  const isOne = newlyDenied.images === 1;
  const fails = isOne
    ? 'It passes today. With this policy its next build fails.'
    : 'They pass today. With this policy their next builds fail.';
  if (surprise !== 'passes') {
    const released = noLongerDenied.images === 0 ? null : `${releasedWords(noLongerDenied)}.`;
    return [fails, released, overruled].filter((part) => part !== null).join(' ');
  }
  const passes =
    noLongerDenied.images === 1
      ? 'With this policy its next build no longer fails.'
      : 'With this policy their next builds no longer fail.';
  const denied =
    newlyDenied.images === 0
      ? null
      : `${countOf(newlyDenied.images, 'image')} that ${isOne ? 'passes' : 'pass'} today would fail.`;
  return [passes, overruled, denied].filter((part) => part !== null).join(' ');
}

interface WaysProps {
  policyId: string | null;
  body: PolicyBody;
  effect: DraftEffect;
  onSave: (body: PolicyBody) => void;
}

function Ways({ policyId, body, effect, onSave }: WaysProps) {
  const today = dayOf(new Date());
  const onConfirm = () => onSave(body);
  if (effect.kind === 'known' && effect.surprise === 'passes') {
    const word = String(effect.noLongerDenied.images);
    return (
      <TypedWord
        word={word}
        label={`Type ${word} to let builds pass`}
        action="Let them pass"
        onConfirm={onConfirm}
      />
    );
  }
  const word = wordOf(effect);
  return (
    <div className="grid gap-5">
      {canStartLater(body, today) && <WarnFirst {...{ policyId, body, today, onSave }} />}
      <TypedWord
        word={word}
        label={`Or type ${word} to let builds fail`}
        action="Fail from now on"
        onConfirm={onConfirm}
      />
    </div>
  );
}

/** What has to be typed: the number of images, plain, as anybody would type it. */
function wordOf(effect: DraftEffect): string {
  return effect.kind === 'known' ? String(effect.newlyDenied.images) : 'fail';
}

interface WarnFirstProps {
  policyId: string | null;
  body: PolicyBody;
  today: Day;
  onSave: (body: PolicyBody) => void;
}

/** Has the policy only warn for a time. What it denies today, or others do that it decides before, passes for as long. */
function WarnFirst({ policyId, body, today, onSave }: WarnFirstProps) {
  const [date, setDate] = useState<string>(addDays(today, WARNED_DAYS));
  const [typed, setTyped] = useState('');
  const start = parseDay(date);
  const isLater = start !== null && start > today;
  const later = useMemo(() => {
    const day = parseDay(date);
    return day !== null && day > today ? warningUntil(body, day) : null;
  }, [body, date, today]);
  const { effect } = useDraftPreview(policyId, later);
  const released = effect.kind === 'known' ? effect.noLongerDenied : undefined;
  const word = passWordOf(effect);
  const isAllowed = effect.kind !== 'working' && (word === null || typed.trim() === word);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (later !== null && isAllowed) onSave(later);
      }}
      className="flex flex-wrap items-start gap-2"
    >
      <Field
        label="First day on which builds fail"
        error={!isLater && 'Choose a day after today.'}
        className="basis-full"
      >
        <Input type="date" value={date} onChange={(event) => setDate(event.target.value)} />
      </Field>
      <ReleasedNote released={released} />
      {word !== null && (
        <Field label={`Type ${word} to let builds pass until then`} className="grow">
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!isLater || !isAllowed}
        // Beside a field, below its label.
        className={word === null ? undefined : 'sm:mt-6.5'}
      >
        {isLater ? `Let it warn until ${formatDay(addDays(start, -1))}` : 'Let it warn first'}
      </Button>
    </form>
  );
}

/** What has to be typed before many denied images pass, or nobody knows how many; null: nothing. */
function passWordOf(effect: DraftEffect): string | null {
  if (effect.kind === 'failed') return 'pass';
  return effect.kind === 'known' && effect.surprise === 'passes'
    ? String(effect.noLongerDenied.images)
    : null;
}

interface TypedWordProps {
  word: string;
  label: string;
  /** What the button says. */
  action: string;
  onConfirm: () => void;
}

function TypedWord({ word, label, action, onConfirm }: TypedWordProps) {
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
      <Field label={label} className="grow">
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="danger" disabled={!isTyped} className="sm:mt-6.5">
        {action}
      </Button>
    </form>
  );
}

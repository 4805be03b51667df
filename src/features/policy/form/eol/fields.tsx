'use client';

import { type FocusEvent, useId } from 'react';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { RuleEntry, RuleKind } from './values';

const KINDS = [
  { value: 'never', label: 'never' },
  { value: 'days', label: 'days before it ends' },
  { value: 'end', label: 'from the day it ends' },
  { value: 'after', label: 'days after it ends' },
  { value: 'date', label: 'from a date on' },
] as const satisfies readonly { value: RuleKind; label: string }[];

/** A warning that comes after the end helps nobody. */
export const WARN_KINDS = ['never', 'days', 'end', 'date'] as const satisfies readonly RuleKind[];

/** Without an end there is nothing to count back from. */
export const DATED_KINDS = ['never', 'date'] as const satisfies readonly RuleKind[];

export interface RulePartProps {
  verb: 'warn' | 'fail';
  entry: RuleEntry;
  onChange: (entry: RuleEntry) => void;
  onLeave?: (event: FocusEvent) => void;
  problem?: string | undefined;
  /** Punctuation that follows without a space. */
  end?: string;
  /** All unless given. */
  kinds?: readonly RuleKind[];
}

/** When builds warn, or fail: a few words of the sentence. */
export function RulePart({ verb, entry, onChange, onLeave, problem, end, kinds }: RulePartProps) {
  const id = useId();
  const { kind } = entry;
  const isCounted = kind === 'days' || kind === 'after';
  return (
    <>
      {verb}{' '}
      {isCounted && (
        <Input
          inputMode="numeric"
          aria-label={`Days ${kind === 'days' ? 'before' : 'after'} the end on which builds ${verb}`}
          value={entry.days}
          onChange={(event) => onChange({ ...entry, days: event.target.value })}
          onBlur={onLeave}
          maxLength={6}
          autoComplete="off"
          className="w-16 text-right tabular-nums"
          {...problemProps(id, problem)}
        />
      )}{' '}
      <Select
        aria-label={`When builds ${verb}`}
        options={kinds ? KINDS.filter(({ value }) => kinds.includes(value)) : KINDS}
        value={kind}
        onChange={(next) => onChange({ ...entry, kind: next })}
        className="w-auto"
        {...problemProps(id, isCounted || kind === 'date' ? undefined : problem)}
      />
      {kind === 'date' && ' '}
      {kind === 'date' && (
        <Input
          type="date"
          aria-label={`Day from which builds ${verb}`}
          value={entry.date}
          onChange={(event) => onChange({ ...entry, date: event.target.value })}
          onBlur={onLeave}
          className="w-40"
          {...problemProps(id, problem)}
        />
      )}
      {end}
      <ProblemLine id={id} problem={problem} />
    </>
  );
}

/** Ties a control to the line that says what is wrong with it. */
export function problemProps(id: string, problem: string | undefined) {
  return {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? id : undefined,
  } as const;
}

/** Shows the fault of a part of the sentence on a line of its own below it. */
export function ProblemLine({ id, problem }: { id: string; problem: string | undefined }) {
  // Always there, since a live region that appears together with its text is not read.
  return (
    <span
      id={id}
      aria-live="polite"
      className={problem && 'mb-1 block text-xs leading-4 text-danger-text'}
    >
      {problem}
    </span>
  );
}

/** A fault that appears when a part is left moves everything below it: not while a button there is being pressed. */
const PRESS_MS = 250;

/** Leaves a part a moment later. */
export function afterPress<Event>(leave: (event: Event) => unknown) {
  return (event: Event) => void window.setTimeout(() => void leave(event), PRESS_MS);
}

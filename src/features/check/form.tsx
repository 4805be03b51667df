'use client';

import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { ECOSYSTEMS } from '@/domain/catalog/match';
import { LEVEL_WORDS } from '@/features/catalog/words';
import { formatCount } from '@/lib/numbers';
import { type CheckParams, linesOf, MAX_LINES, readAs, readLine } from './params';

export type Question = Pick<CheckParams, 'q' | 'ecosystem' | 'vendor' | 'level'>;

export interface QuestionFormProps {
  /** The question that was asked last. */
  value: Question;
  onAsk: (question: Question) => void;
  asking: boolean;
}

const ECOSYSTEM_OPTIONS = ECOSYSTEMS.map((value) => ({
  value,
  label: value === 'generic' ? 'Any (generic)' : value,
}));
const LEVEL_OPTIONS = SUPPORT_LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }));

/** One field for every way to name a component; what is typed is shown as it is understood. */
export function QuestionForm({ value, onAsk, asking }: QuestionFormProps) {
  const [draft, setDraft] = useState(value);
  const form = useId();
  const lines = linesOf(draft.q);
  const isTooLong = lines.length > MAX_LINES;
  const change = (changes: Partial<Question>) => setDraft((before) => ({ ...before, ...changes }));
  const ask = () => {
    if (lines.length > 0 && !isTooLong) onAsk(draft);
  };
  /** Enter asks, as in a line of text; a new line takes Shift as well. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    ask();
  };
  return (
    <form
      id={form}
      role="search"
      aria-label="Check"
      onSubmit={onSubmit}
      className="grid max-w-5xl gap-3"
    >
      <Field
        label="Component"
        hint={isTooLong ? null : (understood(lines, draft) ?? HINT)}
        error={isTooLong && `At most ${formatCount(MAX_LINES)} lines at once.`}
      >
        <Textarea
          name="q"
          rows={1}
          value={draft.q}
          placeholder="nodejs 16.20.2"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ q: event.target.value })}
          onKeyDown={onKeyDown}
          className="max-h-60 min-h-0 font-mono"
        />
      </Field>
      <div className="grid items-start gap-3 sm:grid-cols-[10rem_12rem_12rem_auto]">
        <Field label="Names are from">
          <Select
            options={ECOSYSTEM_OPTIONS}
            value={draft.ecosystem}
            onChange={(ecosystem) => change({ ecosystem })}
          />
        </Field>
        <Field label="Vendor">
          <Input
            name="vendor"
            value={draft.vendor}
            placeholder="Any"
            maxLength={1_024}
            autoComplete="off"
            onChange={(event) => change({ vendor: event.target.value })}
          />
        </Field>
        <Field label="Support">
          <Select
            options={LEVEL_OPTIONS}
            value={draft.level}
            onChange={(level) => change({ level })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          loading={asking}
          disabled={lines.length === 0 || isTooLong}
          // In line with the fields, below the height of their labels.
          className="justify-self-start sm:mt-6.5"
        >
          Check
        </Button>
      </div>
    </form>
  );
}

const HINT =
  'A name and a version, a package URL or a CPE name. Paste several lines to check them all.';

function understood(lines: readonly string[], context: Question): string | null {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  if (others.length > 0) return `${formatCount(lines.length)} components, one on each line`;
  return `Understood as ${readAs(readLine(first, context))}.`;
}

'use client';

import type { KeyboardEvent } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { ECOSYSTEMS } from '@/domain/catalog/match';
import { LEVEL_WORDS } from '@/features/catalog/words';
import { formatCount } from '@/lib/numbers';
import { linesOf, MAX_LINES, readAs, readLine } from './params';

const TOO_LONG = `At most ${formatCount(MAX_LINES)} lines at once.`;

const questionSchema = z.object({
  q: z
    .string()
    .refine((q) => linesOf(q).length > 0)
    .refine((q) => linesOf(q).length <= MAX_LINES),
  ecosystem: z.enum(ECOSYSTEMS),
  vendor: z.string(),
  level: z.enum(SUPPORT_LEVELS),
});

/** The question, as the form holds it. */
export type Question = z.output<typeof questionSchema>;

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
  const { q, ecosystem, vendor, level } = value;
  const asked = { q, ecosystem, vendor, level };
  const { control, register, handleSubmit, formState } = useForm({
    resolver: zodResolver(questionSchema),
    defaultValues: asked,
    // Back and Forward bring another question, which the form takes over. It stays the same form: made anew, the field would
    // lose the focus each time it has asked.
    values: asked,
  });
  const draft = useWatch({ control, compute: (all: Question) => ({ ...all }) });
  const lines = linesOf(draft.q);
  const isTooLong = lines.length > MAX_LINES;
  const ask = handleSubmit((question) => onAsk(question));
  const { defaultValues } = formState;
  /** Enter asks, as in a line of text; a new line takes Shift as well. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void ask();
  };
  return (
    <form role="search" aria-label="Check" onSubmit={ask} className="grid max-w-5xl gap-3">
      <Field
        label="Component"
        hint={isTooLong ? null : (understood(lines, draft) ?? HINT)}
        error={isTooLong && TOO_LONG}
      >
        <Textarea
          {...register('q')}
          defaultValue={defaultValues?.q}
          rows={1}
          placeholder="nodejs 16.20.2"
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          className="max-h-60 min-h-0 font-mono"
        />
      </Field>
      <div className="grid items-start gap-3 sm:grid-cols-[10rem_12rem_12rem_auto]">
        <Controller
          control={control}
          name="ecosystem"
          render={({ field }) => (
            <Field label="Names are from">
              <Select options={ECOSYSTEM_OPTIONS} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Field label="Vendor">
          <Input
            {...register('vendor')}
            defaultValue={defaultValues?.vendor}
            placeholder="Any"
            maxLength={1_024}
            autoComplete="off"
          />
        </Field>
        <Controller
          control={control}
          name="level"
          render={({ field }) => (
            <Field label="Support">
              <Select options={LEVEL_OPTIONS} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
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

'use client';

import { useId } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { LABEL_OPERATORS, type LabelCondition } from './label-condition';

const labelCondition = z.object({
  key: z.string(),
  operator: z.enum(['IN', 'NOT_IN']),
  value: z.string().trim().min(1),
});

export interface LabelFormProps {
  value: LabelCondition | null;
  labels: Readonly<Record<string, readonly string[]>>;
  onApply: (condition: LabelCondition) => void;
}

/** Edits the parts of a condition on a label. */
export function LabelForm({ value, labels, onApply }: LabelFormProps) {
  const keys = Object.keys(labels);
  const listId = useId();
  const { control, register, handleSubmit } = useForm({
    resolver: zodResolver(labelCondition),
    defaultValues: value ?? { key: keys[0] ?? '', operator: 'IN' as const, value: '' },
  });
  const [key, text] = useWatch({ control, name: ['key', 'value'] });
  if (keys.length === 0) return <p className="text-muted">No image has labels yet.</p>;
  return (
    <form
      className="grid grid-cols-1 gap-3"
      onSubmit={handleSubmit((condition) => onApply(condition))}
    >
      <Controller
        control={control}
        name="key"
        render={({ field }) => (
          <Field label="Label">
            <Select
              options={keys.map((name) => ({ value: name, label: name }))}
              value={field.value}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="operator"
        render={({ field }) => (
          <Select
            aria-label="Operator"
            options={LABEL_OPERATORS}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Field label="Values" hint="Separate with commas">
        <Input
          {...register('value')}
          list={listId}
          className="[&::-webkit-calendar-picker-indicator]:hidden!"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <datalist id={listId}>
        {labels[key]?.map((seen) => (
          <option key={seen} value={seen} />
        ))}
      </datalist>
      <Button type="submit" variant="primary" disabled={text.trim() === ''}>
        Apply
      </Button>
    </form>
  );
}

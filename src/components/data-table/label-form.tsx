'use client';

import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { LABEL_OPERATORS, type LabelCondition } from './label-condition';

export interface LabelFormProps {
  value: LabelCondition | null;
  labels: Readonly<Record<string, readonly string[]>>;
  onApply: (condition: LabelCondition) => void;
}

/** Edits the parts of a condition on a label. */
export function LabelForm({ value, labels, onApply }: LabelFormProps) {
  const keys = Object.keys(labels);
  const listId = useId();
  const [key, setKey] = useState(value?.key ?? keys[0] ?? '');
  const [operator, setOperator] = useState<LabelCondition['operator']>(value?.operator ?? 'IN');
  const [text, setText] = useState(value?.value ?? '');
  if (keys.length === 0) return <p className="text-muted">No image has labels yet.</p>;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() !== '') onApply({ key, operator, value: text.trim() });
  };
  return (
    <form className="grid grid-cols-1 gap-3" onSubmit={onSubmit}>
      <Field label="Label">
        <Select
          options={keys.map((name) => ({ value: name, label: name }))}
          value={key}
          onChange={setKey}
        />
      </Field>
      <Select
        aria-label="Operator"
        options={LABEL_OPERATORS}
        value={operator}
        onChange={setOperator}
      />
      <Field label="Values" hint="Several between commas">
        <Input
          value={text}
          onChange={(event) => setText(event.target.value)}
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

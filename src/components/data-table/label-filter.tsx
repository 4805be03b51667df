'use client';

import { useId, useState, type SubmitEvent } from 'react';
import { Tag, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Popover } from '@/components/ui/popover';
import { Select } from '@/components/ui/select';
import { VisuallyHidden } from '@/components/ui/visually-hidden';

export interface LabelCondition {
  readonly key: string;
  readonly operator: 'IN' | 'NOT_IN';
  /** One value, or several between commas. */
  readonly value: string;
}

export interface LabelFilterProps {
  value: LabelCondition | null;
  onChange: (value: LabelCondition | null) => void;
  /** The labels there are, each with the values seen. */
  labels: Readonly<Record<string, readonly string[]>>;
}

const OPERATORS = [
  { value: 'IN', label: 'is any of' },
  { value: 'NOT_IN', label: 'is none of' },
] as const;

/** A condition on a label: its name, is or is not, and values between commas. */
export function LabelFilter({ value, onChange, labels }: LabelFilterProps) {
  const [open, setOpen] = useState(false);
  const operator = OPERATORS.find((choice) => choice.value === value?.operator)?.label;
  return (
    <span className="inline-flex min-w-0">
      <Popover
        label="Label condition"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            className={
              value
                ? 'max-w-72 min-w-0 rounded-r-none border-accent-text bg-accent-soft'
                : undefined
            }
          >
            <Tag aria-hidden className="text-subtle" />
            {value ? (
              <span className="min-w-0 truncate">
                {value.key} <span className="font-normal text-muted">{operator}</span> {value.value}
              </span>
            ) : (
              <span className="font-normal text-muted">Label</span>
            )}
          </Button>
        }
      >
        <LabelForm
          key={value?.key ?? ''}
          value={value}
          labels={labels}
          onApply={(condition) => {
            setOpen(false);
            onChange(condition);
          }}
        />
      </Popover>
      {value && (
        <Button
          className="w-8 rounded-l-none border-l-0 border-accent-text bg-accent-soft px-0"
          onClick={() => onChange(null)}
        >
          <X aria-hidden />
          <VisuallyHidden>Remove the label condition</VisuallyHidden>
        </Button>
      )}
    </span>
  );
}

interface LabelFormProps extends Pick<LabelFilterProps, 'value' | 'labels'> {
  onApply: (condition: LabelCondition) => void;
}

function LabelForm({ value, labels, onApply }: LabelFormProps) {
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
    <form className="grid gap-3" onSubmit={onSubmit}>
      <Field label="Label">
        <Select
          options={keys.map((name) => ({ value: name, label: name }))}
          value={key}
          onChange={setKey}
        />
      </Field>
      <Select aria-label="Operator" options={OPERATORS} value={operator} onChange={setOperator} />
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

'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { Tag, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { Skeleton } from '@/components/ui/skeleton';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { ChoicesComing, type ChoicesRead } from './choices-coming';
import { LABEL_OPERATORS, type LabelCondition } from './label-condition';

export interface LabelFilterProps {
  value: LabelCondition | null;
  onChange: (value: LabelCondition | null) => void;
  /** The labels there are, each with the values seen; left out while they are read. */
  labels?: Readonly<Record<string, readonly string[]>>;
  read: ChoicesRead;
  /** The labels are about to be wanted: a pointer or the focus is on the button, or it was pressed. */
  onWanted: () => void;
}

/** Fetched when it is first opened: it brings a whole select along. */
const LabelForm = dynamic(() => import('./label-form').then((module) => module.LabelForm), {
  ssr: false,
  loading: () => <Skeleton className="h-44" />,
});

/** Filters by a label: its name, is or is not, and values between commas. */
export function LabelFilter({ value, onChange, labels, read, onWanted }: LabelFilterProps) {
  const [open, setOpen] = useState(false);
  const operator = LABEL_OPERATORS.find((choice) => choice.value === value?.operator)?.label;
  return (
    <span data-filter={value === null ? 'unset' : 'set'} className="inline-flex min-w-0">
      <Popover
        label="Label condition"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            onPointerEnter={onWanted}
            onFocus={onWanted}
            onClick={onWanted}
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
        {labels ? (
          <LabelForm
            key={value?.key ?? ''}
            value={value}
            labels={labels}
            onApply={(condition) => {
              setOpen(false);
              onChange(condition);
            }}
          />
        ) : (
          <ChoicesComing read={read} />
        )}
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

'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { FIELD_CLASS } from './input';
import { useOverlay } from './use-overlay';
import { cn } from '@/lib/cn';

const load = () => import('./select-parts');

const SELECT_CLASS = `${FIELD_CLASS} inline-flex h-8 items-center justify-between gap-2 text-left data-placeholder:text-subtle pointer-coarse:h-10`;

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A mark before the label. */
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  /** Needed when no `Field` gives the label. */
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
  id?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
}

const OPEN_KEYS = ['ArrowDown', 'ArrowUp'];

/**
 * One choice of a few. The empty string cannot be a value: use a word such as `all`. The list is fetched when
 * the field is about to be used.
 */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  name,
  className,
  ...field
}: SelectProps<Value>) {
  const { parts, onOpenChange, elementProps, partsProps } = useOverlay(load);
  const chosen = options.find((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPEN_KEYS.includes(event.key)) return;
    event.preventDefault();
    onOpenChange(true);
  };
  return (
    <>
      <button
        type="button"
        role="combobox"
        aria-autocomplete="none"
        data-placeholder={chosen ? undefined : ''}
        {...elementProps}
        {...field}
        onKeyDown={onKeyDown}
        className={cn(SELECT_CLASS, className)}
      >
        <span className="min-w-0 truncate">
          {chosen ? (
            <span className="inline-flex items-center gap-2">
              {chosen.icon}
              {chosen.label}
            </span>
          ) : (
            placeholder
          )}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-subtle" />
      </button>
      {name !== undefined && <input type="hidden" name={name} value={value ?? ''} />}
      {parts && <parts.SelectList {...{ options, value, onChange }} {...partsProps} />}
    </>
  );
}

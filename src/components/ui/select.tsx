'use client';

import { useState, type ReactNode } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { FIELD_CLASS } from './input';
import { MENU_CLASS, MENU_ITEM_CLASS } from './menu-classes';
import { cn } from '@/lib/cn';

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

/** One choice of a few. The empty string cannot be a value: use a word such as `all`. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = 'Choose…',
  name,
  disabled,
  className,
  ...field
}: SelectProps<Value>) {
  const shown = options.find((option) => option.value === value);
  const [isOpen, setOpen] = useState(false);
  // The list is made, hidden, for letters that are typed while it is closed; without the focus nobody can type any, and a
  // form or a bar of filters has many lists.
  const [isFocused, setFocused] = useState(false);
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={setOpen}
      name={name}
      disabled={disabled}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Radix.Trigger
        {...field}
        className={cn(SELECT_CLASS, className)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <span className="min-w-0 truncate">
          {/* Named here, so that the server's page shows it too: the list itself comes with the scripts. */}
          <Radix.Value placeholder={placeholder}>
            {shown && <OptionText option={shown} />}
          </Radix.Value>
        </span>
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-subtle" />
        </Radix.Icon>
      </Radix.Trigger>
      {(isOpen || isFocused) && (
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className={cn(
              MENU_CLASS,
              'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
            )}
          >
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className={cn(MENU_ITEM_CLASS, 'pr-8')}
                >
                  <Radix.ItemText>
                    <OptionText option={option} />
                  </Radix.ItemText>
                  <Radix.ItemIndicator className="absolute right-2">
                    <Check aria-hidden className="size-4" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  );
}

function OptionText({
  option: { icon, label },
}: {
  option: Pick<SelectOption<string>, 'icon' | 'label'>;
}) {
  return (
    <span className="inline-flex items-center gap-2">
      {icon}
      {label}
    </span>
  );
}

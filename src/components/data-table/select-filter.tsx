'use client';

import { useState, type ReactNode } from 'react';
import { Command } from 'cmdk';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { Popover } from '@/components/ui/popover';
import { cn } from '@/lib/cn';

export interface SelectFilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectFilterProps<Value extends string> {
  /** What is chosen: "Project". */
  label: string;
  options: readonly SelectFilterOption<Value>[];
  /** Null keeps everything. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** What "everything" is called. */
  allLabel?: string;
}

const SEARCHABLE_FROM = 8;

/** One of many choices, searchable when there are more than eight. */
export function SelectFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
  allLabel = 'All',
}: SelectFilterProps<Value>) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const choose = (next: Value | null) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="w-64 p-0"
      trigger={
        <Button className={cn('max-w-60', chosen && 'border-accent-text bg-accent-soft')}>
          <span className="font-normal text-muted">{label}</span>
          {chosen && <span className="min-w-0 truncate">{chosen.label}</span>}
          <ChevronDown aria-hidden className="text-subtle" />
        </Button>
      }
    >
      <Command label={label} className="outline-none">
        <Command.Input
          placeholder={`Find ${label.toLowerCase()}`}
          className={cn(
            'h-9 w-full border-b bg-transparent px-3 text-lg outline-none sm:text-sm',
            options.length <= SEARCHABLE_FROM && 'sr-only',
          )}
        />
        <Command.List className="max-h-72 overflow-y-auto p-1" label={label}>
          <Command.Empty className="px-2 py-3 text-sm text-muted">
            Nothing by that name
          </Command.Empty>
          <Choice label={allLabel} checked={value === null} onSelect={() => choose(null)} />
          {options.map((option) => (
            <Choice
              key={option.value}
              {...option}
              checked={option.value === value}
              onSelect={() => choose(option.value)}
            />
          ))}
        </Command.List>
      </Command>
    </Popover>
  );
}

interface ChoiceProps {
  label: string;
  icon?: ReactNode;
  checked: boolean;
  onSelect: () => void;
}

function Choice({ label, icon, checked, onSelect }: ChoiceProps) {
  return (
    <Command.Item
      value={label}
      onSelect={onSelect}
      className={cn(MENU_ITEM_CLASS, 'pr-8 data-[selected=true]:bg-hover')}
    >
      {icon}
      <span className="min-w-0 truncate">{label}</span>
      {checked && <Check aria-label="chosen" className="absolute right-2" />}
    </Command.Item>
  );
}

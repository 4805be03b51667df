'use client';

import { useState } from 'react';
import { Check } from 'lucide-react';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { PopoverPanel, type PopoverPanelProps } from '@/components/ui/popover-parts';
import { useActiveOption } from '@/components/ui/use-active-option';
import { cn } from '@/lib/cn';
import { matching } from '@/lib/match-text';
import type { SelectFilterProps } from './select-filter';

/** The panel of `SelectFilter`. */
export function SelectFilterPanel<Value extends string>({
  filter,
  ...popover
}: Omit<PopoverPanelProps, 'children'> & { filter: SelectFilterProps<Value> }) {
  return (
    <PopoverPanel {...popover} className="w-64 p-0">
      <ChoiceList {...filter} />
    </PopoverPanel>
  );
}

const ALL_ID = 'all';

function ChoiceList<Value extends string>({
  label,
  options,
  value,
  onChange,
  allLabel = 'All',
}: SelectFilterProps<Value>) {
  const [text, setText] = useState('');
  const found = matching(options, text);
  const choices = [
    ...(text === '' ? [{ id: ALL_ID, label: allLabel, value: null, icon: null }] : []),
    ...found.map((option) => ({ ...option, id: `option-${option.value}` })),
  ];
  const { inputProps, listProps, optionProps } = useActiveOption(
    choices.map(({ id }) => id),
    (id) => {
      const choice = choices.find((candidate) => candidate.id === id);
      if (choice) onChange(choice.value);
    },
  );
  return (
    <>
      <input
        {...inputProps}
        aria-label={`Find ${label.toLowerCase()}`}
        placeholder={`Find ${label.toLowerCase()}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-9 w-full border-b bg-transparent px-3 text-lg outline-none sm:text-sm"
      />
      <ul {...listProps} aria-label={label} className="max-h-72 overflow-y-auto p-1">
        {choices.map((choice) => (
          <li key={choice.id} {...optionProps(choice.id)} className={cn(MENU_ITEM_CLASS, 'pr-8')}>
            {choice.icon}
            <span className="min-w-0 truncate">{choice.label}</span>
            {choice.value === value && <Check aria-label="chosen" className="absolute right-2" />}
          </li>
        ))}
      </ul>
      {choices.length === 0 && (
        <p role="status" className="px-3 pb-3 text-muted">
          Nothing by that name
        </p>
      )}
    </>
  );
}

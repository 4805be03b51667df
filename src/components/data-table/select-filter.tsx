'use client';

import { useState, type ReactNode } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { Popover } from '@/components/ui/popover';
import { useActiveOption } from '@/components/ui/use-active-option';
import { cn } from '@/lib/cn';
import { matching } from '@/lib/match-text';
import { formatCount } from '@/lib/numbers';
import { ChoicesComing, type ChoicesRead } from './choices-coming';

export interface SelectFilterOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface SelectFilterProps<Value extends string> {
  /** The filter's name: "Project". */
  label: string;
  options: readonly SelectFilterOption<Value>[];
  /** Null keeps everything. */
  value: Value | null;
  onChange: (value: Value | null) => void;
  /** The choice that filters nothing. */
  allLabel?: string;
  /** While they are not there yet: without it a choice that is none of them is said to be gone. Left out where all are there from the start. */
  read?: ChoicesRead | null;
  /** The choices are about to be wanted: a pointer or the focus is on the button, or it was pressed. */
  onWanted?: () => void;
}

/** Offers many choices, found by typing. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, options, value, onChange, read, onWanted } = props;
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="w-64 p-0"
      trigger={
        <Button
          data-filter={value === null ? 'unset' : 'set'}
          className={cn('max-w-60', value !== null && 'border-accent-text bg-accent-soft')}
          onPointerEnter={onWanted}
          onFocus={onWanted}
          onClick={onWanted}
        >
          <span className="font-normal text-muted">{label}</span>
          {chosen && <span className="min-w-0 truncate">{chosen.label}</span>}
          {/* Of an old address or view: what it asks for may be gone, and still narrows the list. */}
          {!chosen && value !== null && !read && (
            <span className="min-w-0 truncate">one that is gone</span>
          )}
          <ChevronDown aria-hidden className="text-subtle" />
        </Button>
      }
    >
      <ChoiceList
        {...props}
        onChange={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

const ALL_ID = 'all';

/** Choices that are drawn at a time: nobody reads through more, and some thousand take the browser half a second. */
const MOST_DRAWN = 100;

function ChoiceList<Value extends string>({
  label,
  options,
  value,
  onChange,
  allLabel = 'All',
  read,
}: SelectFilterProps<Value>) {
  const [text, setText] = useState('');
  const found = matching(options, text);
  const drawn = firstOf(found, value);
  const choices = [
    ...(text === '' ? [{ id: ALL_ID, label: allLabel, value: null, icon: null }] : []),
    ...drawn.map((option) => ({ ...option, id: `option-${option.value}` })),
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
      {read && (
        <div className="px-3 pb-3">
          <ChoicesComing read={read} />
        </div>
      )}
      {choices.length === 0 && !read && (
        <p role="status" className="px-3 pb-3 text-muted">
          Nothing by that name
        </p>
      )}
      {found.length > drawn.length && (
        <p role="status" className="border-t px-3 py-2 text-xs text-muted">
          {formatCount(found.length - drawn.length)} more: type a part of the name
        </p>
      )}
    </>
  );
}

/** Picks the choices that are drawn, among them always the one that is chosen. */
function firstOf<Option extends { readonly value: string }>(
  options: readonly Option[],
  chosen: string | null,
): readonly Option[] {
  const first = options.slice(0, MOST_DRAWN);
  const beyond = options.slice(MOST_DRAWN).find(({ value }) => value === chosen);
  return beyond === undefined ? first : [beyond, ...first];
}

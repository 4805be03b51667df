'use client';

import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Search, X } from 'lucide-react';
import { FIELD_CLASS } from '@/components/ui/input';
import { Kbd } from '@/components/ui/kbd';
import { cn } from '@/lib/cn';
import { useShortcuts } from '@/lib/use-shortcuts';

export interface SearchInputProps {
  value: string;
  /** Called once the reader pauses, and at once on Enter or when emptied. */
  onChange: (value: string) => void;
  /** The placeholder and accessible name: "Search images". */
  label: string;
  /** How long a pause is. */
  delayMs?: number;
  className?: string;
}

/** Searches a list. `/` focuses it; Escape empties it, then leaves it. */
export function SearchInput({
  value,
  onChange,
  label,
  delayMs = 250,
  className,
}: SearchInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = draft ?? value;

  useShortcuts(
    useMemo(
      () => [{ keys: '/', label, group: 'Lists', run: () => input.current?.focus() }],
      [label],
    ),
  );
  const send = (text: string) => {
    setDraft(null);
    if (text !== value) onChange(text);
  };
  usePause(draft, delayMs, send);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') send(shown);
    if (event.key !== 'Escape') return;
    if (shown === '') event.currentTarget.blur();
    send('');
  };
  return (
    <div data-search className={cn('relative w-full sm:w-56', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-subtle"
      />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(FIELD_CLASS, 'peer h-8 px-8 pointer-coarse:h-10')}
      />
      {shown === '' ? (
        <Kbd
          keys="/"
          className="pointer-events-none absolute inset-y-0 right-1.5 items-center peer-focus:hidden pointer-coarse:hidden"
        />
      ) : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => send('')}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-md text-subtle hover:text-fg"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

/** Sends a draft once it has not changed for a while. */
function usePause(draft: string | null, delayMs: number, send: (text: string) => void) {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = window.setTimeout(() => latest.current(draft), delayMs);
    return () => window.clearTimeout(timer);
  }, [draft, delayMs]);
}

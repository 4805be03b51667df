'use client';

import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';

interface ListChoices {
  readonly kept: ReadonlyMap<string, string>;
  readonly choose: (name: string, value: string | null) => void;
}

const Context = createContext<ListChoices | null>(null);

export interface ListChoicesProviderProps {
  /** What the reader chose before, by its name. */
  kept: Readonly<Record<string, string>>;
  /** Called with each choice, for it to be kept; null: the lists' own. */
  onChoose: (name: string, value: string | null) => void;
  children: ReactNode;
}

/** Holds what the reader chose of how lists look. A choice shows at once, whether or not it can be kept. */
export function ListChoicesProvider({ kept, onChoose, children }: ListChoicesProviderProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    () => new Map(Object.entries(kept)),
  );
  const choose = useCallback(
    (name: string, value: string | null) => {
      setChosen((before) => {
        const after = new Map(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      });
      onChoose(name, value);
    },
    [onChoose],
  );
  const choices = useMemo(() => ({ kept: chosen, choose }), [chosen, choose]);
  return <Context value={choices}>{children}</Context>;
}

/** Returns what the reader chose by this name, null for what lists are by themselves, and its setter. */
export function useListChoice(
  name: string,
): readonly [string | null, (value: string | null) => void] {
  const choices = use(Context);
  if (!choices) throw new Error('Place lists inside a ListChoicesProvider');
  const { kept, choose } = choices;
  const set = useCallback((value: string | null) => choose(name, value), [choose, name]);
  return [kept.get(name) ?? null, set];
}

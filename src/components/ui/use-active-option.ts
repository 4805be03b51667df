'use client';

import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';

/**
 * The keyboard of a search field with a list of options below it (the combobox pattern): the field
 * keeps the focus, arrows move, Enter chooses, the first option is active until the reader moves.
 */
export function useActiveOption(ids: readonly string[], onChoose: (id: string) => void) {
  const prefix = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const active = moved !== null && ids.includes(moved) ? moved : (ids[0] ?? null);
  const listId = `${prefix}list`;
  const optionId = (id: string) => `${prefix}option-${id}`;

  const moveTo = (id: string | undefined) => {
    if (id === undefined) return;
    setMoved(id);
    document.getElementById(optionId(id))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || active === null) return;
    const at = ids.indexOf(active);
    if (event.key === 'ArrowDown') moveTo(ids[(at + 1) % ids.length]);
    else if (event.key === 'ArrowUp') moveTo(ids.at(at - 1));
    else if (event.key === 'Enter') onChoose(active);
    else return;
    event.preventDefault();
  };
  return {
    inputProps: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': active === null ? undefined : optionId(active),
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    listProps: { role: 'listbox', id: listId } as const,
    optionProps: (id: string) =>
      ({
        role: 'option',
        id: optionId(id),
        'aria-selected': id === active,
        'data-highlighted': id === active ? '' : undefined,
        onPointerMove: () => setMoved(id),
        onPointerDown: (event: PointerEvent) => event.preventDefault(),
        onClick: () => onChoose(id),
      }) as const,
  };
}

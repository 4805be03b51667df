'use client';

import { useState } from 'react';
import { MenuLabel, MenuRadio } from '@/components/ui/dropdown-menu';
import { applyTheme, parseTheme, type Theme } from '@/lib/theme';

const OPTIONS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Offers the themes in a menu; a choice applies at once and for a year. */
export function ThemeMenu() {
  const [chosen, setChosen] = useState(currentTheme);
  const choose = (next: Theme) => {
    setChosen(next);
    applyTheme(next);
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuRadio value={chosen} options={OPTIONS} onChange={choose} />
    </>
  );
}

/** Read from the page, not from a prop: a choice made earlier on this page is newer than the server's. */
function currentTheme(): Theme {
  if (typeof document === 'undefined') return 'system';
  return parseTheme(document.documentElement.dataset['theme']);
}

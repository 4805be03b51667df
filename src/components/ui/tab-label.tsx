import type { ReactNode } from 'react';

/** The look that tabs in place and tabs with an address share. */
export const LIST_CLASS = 'flex gap-5 overflow-x-auto border-b [scrollbar-width:none]';
export const TAB_CLASS =
  '-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm text-muted transition-colors -outline-offset-2 hover:text-fg';

export interface TabItem {
  readonly id: string;
  readonly label: ReactNode;
  /** How many things are behind it. */
  readonly count?: number;
}

/** What a tab says. */
export function TabLabel({ label, count }: Pick<TabItem, 'label' | 'count'>) {
  return (
    <>
      {label}
      {count !== undefined && <span className="text-xs text-subtle tabular-nums">{count}</span>}
    </>
  );
}

'use client';

import { useId, useState, type ReactNode } from 'react';
import { SectionHead } from '@/components/layout/section-head';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/lib/numbers';

export interface SectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** A part of a comparison, with how much is in it. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <SectionHead id={id} title={title} description={description} />
      {children}
    </section>
  );
}

/** Stands in for a list that holds nothing, and says why. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-md border bg-surface px-3 py-2 text-sm text-muted">{children}</p>;
}

/** The classes of a row of such a list. */
export const ROW =
  'grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-3';

/** As many entries as are in sight at once. */
const SHOWN_AT_ONCE = 25;

interface ShortenedProps<Item> {
  items: readonly Item[];
  /** May be more than there are items. */
  total: number;
  row: (item: Item) => ReactNode;
}

/** Lists the first entries, and all of them when asked. */
export function Shortened<Item>({ items, total, row }: ShortenedProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_ONCE);
  const hidden = items.length - shown.length;
  return (
    <div className="grid min-w-0 justify-items-start gap-2">
      <ul className="w-full min-w-0 rounded-md border bg-surface">{shown.map(row)}</ul>
      {hidden > 0 && (
        <Button data-print="hide" onClick={() => setIsWhole(true)}>
          Show {formatCount(hidden)} more
        </Button>
      )}
      {total > items.length && (
        <p className="text-xs text-muted">
          The first {formatCount(items.length)} of {formatCount(total)} are listed.
        </p>
      )}
    </div>
  );
}

'use client';

import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '@/components/ui/button';
import type { Shortcut } from '@/lib/keyboard';
import { useShortcuts } from '@/lib/use-shortcuts';

export interface ExportLinkProps {
  /** Where the list is to be had as a CSV file. */
  href: string;
  className?: string;
}

/** Saves a list that has no view menu; `e` does the same. */
export function ExportLink({ href, className }: ExportLinkProps) {
  useExportKey(href);
  return (
    <Button asChild className={className}>
      <a href={href} download title={`Export as CSV (${EXPORT_KEY})`} data-print="hide">
        <Download aria-hidden className="text-subtle" />
        Export
        <span className="sr-only"> as CSV</span>
      </a>
    </Button>
  );
}

export const EXPORT_KEY = 'e';

const NONE: readonly Shortcut[] = [];

/** Lets `e` save the file at an address, as its link does. Does nothing without an address. */
export function useExportKey(href: string | undefined): void {
  const shortcuts = useMemo(
    () =>
      href === undefined
        ? NONE
        : [{ keys: EXPORT_KEY, label: 'Export as CSV', group: 'Lists', run: () => save(href) }],
    [href],
  );
  useShortcuts(shortcuts);
}

/** A link is the one thing that saves an answer and leaves the page where it is, also when it is refused. */
function save(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  // On the page, so that whoever keeps links from being followed hears of this one, too.
  document.body.append(link);
  link.click();
  link.remove();
}

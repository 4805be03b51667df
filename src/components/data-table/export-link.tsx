'use client';

import { Download } from 'lucide-react';
import { cn } from '@/lib/cn';
import { EXPORT_KEY, useExportKey } from './use-export-key';

export interface ExportLinkProps {
  /** Where the list is to be had as a CSV file. */
  href: string;
  className?: string;
}

/** Saves a list that has no view menu; `e` does the same. */
export function ExportLink({ href, className }: ExportLinkProps) {
  useExportKey(href);
  return (
    <a
      href={href}
      download
      title={`Export as CSV (${EXPORT_KEY})`}
      data-print="hide"
      className={cn(
        'inline-flex items-center gap-1.5 rounded-sm text-sm text-muted hover:text-fg',
        className,
      )}
    >
      <Download aria-hidden className="size-4 text-subtle" />
      Export
      <span className="sr-only"> as CSV</span>
    </a>
  );
}

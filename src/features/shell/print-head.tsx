'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { parseDay } from '@/domain/eol/calendar';
import { formatDay } from '@/lib/dates';

export interface PrintHeadProps {
  organization: string;
  /** The UTC day of what the page shows. */
  today: string;
  /** Where the server is: `https://eventide.example.com`. */
  origin: string;
}

/** Heads a printed page: whose it is, as of when, and its address, which holds what it was filtered by. */
export function PrintHead({ organization, today, origin }: PrintHeadProps) {
  const pathname = usePathname();
  const params = useSearchParams();
  const search = params.toString();
  // Lists and pages of a day before are of that day, whenever they are printed.
  const before = parseDay(params.get('as_of') ?? params.get('on') ?? '');
  return (
    <div
      data-print-head
      className="mb-3 hidden items-baseline justify-between gap-x-4 border-b pb-1 text-xs text-muted print:flex"
    >
      <span className="font-semibold wrap-anywhere text-fg">{organization}</span>
      <span className="min-w-0 grow wrap-anywhere">
        {origin}
        {pathname}
        {search && `?${search}`}
      </span>
      <span className="shrink-0">
        {before === null
          ? `As of ${formatDay(today)}`
          : `As of ${formatDay(before)}, printed on ${formatDay(today)}`}
      </span>
    </div>
  );
}

import Link from 'next/link';
import { CountLink } from '@/components/ui/count-link';
import { imagesHref } from '@/features/image/search-params';
import { MoveLine } from '@/features/advice/move-advice';
import { EndBadge } from '@/features/software/end-badge';
import { softwareHref } from '@/features/software/software-page-params';
import type { SoftwareToMove } from './overview-types';
import { SectionHead, type SectionHeadProps } from '@/components/layout/section-head';

export interface EndingListProps extends SectionHeadProps {
  rows: readonly SoftwareToMove[];
  /** A UTC day. */
  today: string;
  /** What is said when there is nothing. */
  empty: string;
}

/** Software by its end, two lines each: what and where, when and where to. */
export function EndingList({ rows, today, empty, ...head }: EndingListProps) {
  return (
    <section aria-labelledby={head.id} className="grid min-w-0 content-start gap-2">
      <SectionHead {...head} />
      {rows.length === 0 ? (
        <p className="rounded-md border bg-surface px-3 py-3 text-sm text-muted">{empty}</p>
      ) : (
        <ul className="min-w-0 rounded-md border bg-surface text-sm">
          {rows.map((row) => (
            <li key={row.id} className="border-b px-3 py-1 last:border-b-0">
              <div className="flex min-w-0 items-baseline justify-between gap-3">
                <Link
                  href={softwareHref(row.id)}
                  prefetch={false}
                  className="min-w-0 truncate rounded-sm font-medium hover:text-accent-text"
                >
                  {row.productName} {row.cycle}
                </Link>
                <span className="shrink-0 text-xs text-muted">
                  <CountLink
                    value={row.images}
                    noun="image"
                    href={imagesHref({ software: row.id })}
                  />{' '}
                  {row.images === 1 ? 'image' : 'images'}
                </span>
              </div>
              <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 text-xs">
                <span className="shrink-0">
                  <EndBadge
                    day={row.eolDate}
                    known={row.eolDateKnown}
                    estimatedFrom={row.estimatedFrom}
                    today={today}
                    show="relative"
                  />
                </span>
                <MoveLine advice={row.advice} product={row.productName} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

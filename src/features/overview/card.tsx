'use client';

import { hrefs } from '@/features/hrefs';
import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { SectionHead, type SectionHeadProps } from '@/components/layout/section-head';
import { Card } from '@/components/ui/card';
import { CountLink } from '@/components/ui/count-link';
import { TextLink } from '@/components/ui/text-link';
import { MoveLine } from '@/features/advice/card';
import { CallFailure } from '@/features/frame/call-failure';
import { EndBadge } from '@/features/advice/table';
import { ContractMark } from '@/features/names/contract';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { useOverviewOwner, useToMove, type SoftwareToMove } from './params';

/** Lists software that ended within the last month, and software that ends next. */
export function RecentAndNext() {
  const toMove = useToMove();
  const [owner] = useOverviewOwner();
  if (toMove.error) {
    return <CallFailure title="What has ended could not be loaded." query={toMove} />;
  }
  if (!toMove.data) return <Loading label="Loading what has ended" columns={2} />;
  const { today, since, ended, next } = toMove.data;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4 md:max-xl:grid-cols-2">
      <EndingList
        id="just-ended"
        title="Just ended"
        description={`since ${formatDay(since)}`}
        href={hrefs.softwareList({ state: 'ended', dir: 'desc', owner })}
        linkText="All ended"
        rows={ended}
        owner={owner}
        today={today}
        empty={`Nothing in your images has ended since ${formatDay(since)}.`}
      />
      <EndingList
        id="ends-next"
        title="Ends next"
        href={hrefs.softwareList({ state: 'soon', owner })}
        linkText="All within 6 months"
        rows={next}
        owner={owner}
        today={today}
        empty="Nothing in your images ends within 12 months, as far as is known."
      />
    </div>
  );
}

interface EndingListProps extends SectionHeadProps {
  rows: readonly SoftwareToMove[];
  /** Whose images alone are counted; null: everybody's. */
  owner: string | null;
  /** A UTC day. */
  today: string;
  /** Shown in place of an empty list. */
  empty: string;
}

/** Lists software by its end, two lines each: name and images, end and advised move. */
function EndingList({ rows, owner, today, empty, ...head }: EndingListProps) {
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
                  href={hrefs.software(row.id)}
                  prefetch={false}
                  className="min-w-0 truncate rounded-sm font-medium hover:text-accent-text"
                >
                  {row.productName} {row.cycle}
                </Link>
                <span className="shrink-0 text-xs text-muted">
                  <CountLink
                    value={row.images}
                    noun="image"
                    href={hrefs.images({ software: row.id, owner })}
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
              <ContractMark
                contract={row.contract}
                elsewhere={row.contractElsewhere}
                today={today}
                className="pb-1"
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const SHOWN = 10;

/** Counts software by artifact type. */
export function PackageTypes() {
  const overview = useQuery(useTRPC().analytics.eolOverview.queryOptions());
  if (overview.error) {
    return <CallFailure title="The package types could not be loaded." query={overview} />;
  }
  if (!overview.data) return <Loading label="Loading package types" columns={2} rows={5} />;
  const types = overview.data.pkgTypes;
  const most = types[0]?.value ?? 1;
  return (
    <Card
      title="Package types"
      description="Software cycles in use"
      actions={
        types.length > SHOWN && (
          <TextLink href={hrefs.softwareList()} className="text-xs">
            All software
          </TextLink>
        )
      }
    >
      {types.length === 0 && (
        <p className="text-sm text-muted">No scan has found software with a known life cycle.</p>
      )}
      <ul className="-mx-2 text-sm">
        {types.slice(0, SHOWN).map(({ name, value }) => (
          <li key={name}>
            <Link
              href={hrefs.softwareList({ type: name })}
              prefetch={false}
              className="grid h-7 grid-cols-[minmax(0,7rem)_minmax(0,1fr)_3rem] items-center gap-3 rounded-md px-2 hover:bg-hover"
            >
              <span className="truncate" title={name}>
                {name}
              </span>
              <span aria-hidden data-print="exact" className="h-2 rounded-sm bg-active">
                <span
                  className="block h-full min-w-1 rounded-sm bg-border-control"
                  style={{ width: `${String((value / most) * 100)}%` }}
                />
              </span>
              <span className="text-right tabular-nums">{formatCount(value)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

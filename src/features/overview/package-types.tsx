'use client';

import Link from 'next/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { softwareListHref } from '@/features/software/search-params';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

const SHOWN = 10;

/** How much software there is of each artifact type. */
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
          <TextLink href={softwareListHref()} className="text-xs">
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
              href={softwareListHref({ type: name })}
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

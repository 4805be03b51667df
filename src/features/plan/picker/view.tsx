'use client';

import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { MoveLine } from '@/features/advice/card';
import { EndBadge } from '@/features/advice/table';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';

/** Offers the software that most images hold and that has ended, or ends soon, to plan its move. */
export function SoftwareToPlan() {
  const toMove = useQuery(useTRPC().overview.toMove.queryOptions());
  if (toMove.error) return <CallFailure title="The software could not be loaded." query={toMove} />;
  if (!toMove.data) return <Loading label="Loading software" columns={3} />;
  const { lines, today } = toMove.data;
  const top = lines.flatMap(({ software }) => software);
  const isTwice = cyclesOfSeveralTypes(top);
  return (
    <Card
      title="Which software?"
      description="Ended or ending within 6 months, most images first"
      actions={
        <TextLink href={hrefs.softwareList()} className="text-xs whitespace-nowrap">
          All software
        </TextLink>
      }
      flush
    >
      {top.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          Nothing in your images has ended or ends within 6 months. Any other software is planned
          from its own page.
        </p>
      ) : (
        <ul className="min-w-0 text-sm">
          {top.map((row) => (
            <li
              key={row.id}
              className="grid min-w-0 gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_5rem] sm:items-center"
            >
              <Link
                href={hrefs.newPlan({ software: row.id })}
                prefetch={false}
                className="min-w-0 rounded-sm font-medium wrap-anywhere hover:text-accent-text"
              >
                {row.productName} {row.cycle}
                {isTwice(row) && (
                  <span className="text-xs font-normal text-muted"> {row.artifactType}</span>
                )}
              </Link>
              <EndBadge
                day={row.eolDate}
                known={row.eolDateKnown}
                estimatedFrom={row.estimatedFrom}
                today={today}
                show="relative"
              />
              <MoveLine advice={row.advice} product={row.productName} />
              <span className="text-muted sm:text-right">{countOf(row.images, 'image')}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface Named {
  readonly productName: string;
  readonly cycle: string;
}

/** Tells which release cycles are listed for several package types, and so look alike without them. */
function cyclesOfSeveralTypes(software: readonly Named[]): (one: Named) => boolean {
  const nameOf = ({ productName, cycle }: Named) => JSON.stringify([productName, cycle]);
  const byName = Map.groupBy(software, nameOf);
  return (one) => (byName.get(nameOf(one))?.length ?? 0) > 1;
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { changeWords } from '@/features/catalog/dates/table';
import { CallFailure } from '@/features/frame/call-failure';
import { useIsOperator } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { DatabaseFeed } from '@/features/scanner/card';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { refetchWhileRunning, StatusCard } from './card';
import { DATE_CHANGES_SHOWN } from './words';

/** Shows the state of the catalog, lately changed end dates and the scanners' database. Operators update it. */
export function CatalogSettings() {
  const isOperator = useIsOperator();
  const status = useQuery({
    ...useTRPC().catalog.status.queryOptions(),
    refetchInterval: refetchWhileRunning,
  });
  return (
    <Stack>
      <StatusCard
        query={status}
        actions={
          isOperator && (
            <TextLink href={hrefs.operator.catalog} className="text-sm">
              Manage the catalog
            </TextLink>
          )
        }
      />
      <DateChangesCard />
      <Card
        title="Database for scanners"
        description="Built from the catalog: what scanners match packages with. Your own products and dates are not in it."
      >
        <DatabaseFeed />
      </Card>
    </Stack>
  );
}

/** Lists end dates that updates changed lately. */
function DateChangesCard() {
  const changes = useQuery(
    useTRPC().catalog.dateChanges.queryOptions({ size: DATE_CHANGES_SHOWN }),
  );
  if (changes.error) {
    return <CallFailure title="The changed dates could not be loaded." query={changes} />;
  }
  if (!changes.data) return <Loading label="Loading changed dates" rows={3} columns={2} />;
  const { items, total } = changes.data;
  if (total === 0) {
    return (
      <Card title="Changed end dates">
        <p className="text-sm text-muted">No update has changed an end date so far.</p>
      </Card>
    );
  }
  const description =
    total > DATE_CHANGES_SHOWN
      ? `The last ${formatCount(DATE_CHANGES_SHOWN)} of ${formatCount(total)}`
      : null;
  return (
    <Card title="Changed end dates" description={description} flush>
      <ul>
        {items.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-2 text-sm last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <TextLink href={hrefs.product(change.product_slug, { cycle: change.cycle })}>
                {change.product} {change.cycle}
              </TextLink>{' '}
              {changeWords(change)}
            </span>
            <DateTime value={change.changed_at} show="ago" className="text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

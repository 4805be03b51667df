'use client';

import { useQuery } from '@tanstack/react-query';
import { Stack } from '@/components/layout/stack';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { useIsOperator } from '@/features/frame/reader';
import { DatabaseFeed } from '@/features/scanner/database-feed';
import { useTRPC } from '@/trpc/client';
import { DateChangesCard } from './date-changes-card';
import { refetchWhileRunning, StatusCard } from './status-card';

/** The catalogue as what all that is said here rests on. It belongs to the installation: operators update it. */
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
            <TextLink href="/operator/catalog" className="text-sm">
              Look after it
            </TextLink>
          )
        }
      />
      <DateChangesCard />
      <Card
        title="Database for scanners"
        description="Built from the catalogue: what scanners match packages with. Your own products and dates are not in it."
      >
        <DatabaseFeed />
      </Card>
    </Stack>
  );
}

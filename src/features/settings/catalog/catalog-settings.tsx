'use client';

import { Stack } from '@/components/layout/stack';
import { Card } from '@/components/ui/card';
import { DatabaseFeed } from '@/features/scanner/database-feed';
import { DateChangesCard } from './date-changes-card';
import { StatusCard } from './status-card';

/** The catalogue as what all that is said here rests on. It belongs to the installation: operators update it. */
export function CatalogSettings() {
  return (
    <Stack>
      <StatusCard />
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

'use client';

import { useQuery } from '@tanstack/react-query';
import { FilterChip } from '@/components/data-table/filter-chip';
import { useTRPC } from '@/trpc/client';
import type { ImagesState } from './use-images-params';

/** What the listed images hold: a condition that only links set, shown so that it can be taken away. */
export function HeldSoftware({ state }: { state: ImagesState }) {
  const { software, product } = state.params;
  return (
    <>
      {software !== null && <SoftwareChip softwareId={software} state={state} />}
      {product !== null && (
        <FilterChip
          label="Product"
          value={product}
          onRemove={() => state.setFilter({ product: null })}
        />
      )}
    </>
  );
}

function SoftwareChip({ softwareId, state }: { softwareId: string; state: ImagesState }) {
  const { software } = useTRPC();
  const named = useQuery(software.name.queryOptions({ softwareId }));
  return (
    <FilterChip
      label="Software"
      value={named.data ? nameOf(named.data) : named.error ? 'unknown' : '…'}
      onRemove={() => state.setFilter({ software: null })}
    />
  );
}

function nameOf({
  productName,
  cycle,
  artifactType,
}: {
  productName: string;
  cycle: string;
  artifactType: string;
}): string {
  return `${productName} ${cycle} (${artifactType})`;
}

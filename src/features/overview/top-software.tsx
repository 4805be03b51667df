'use client';

import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { softwareHref } from '@/features/software/software-page-params';
import { SectionHead } from '@/components/layout/section-head';
import type { SoftwareToMove } from './overview-types';
import { topColumns } from './top-columns';

export interface TopSoftwareProps {
  rows: readonly SoftwareToMove[];
  /** A UTC day. */
  today: string;
}

/** The ten that matter most. */
export function TopSoftware({ rows, today }: TopSoftwareProps) {
  const columns = useMemo(() => topColumns(today), [today]);
  return (
    <section aria-labelledby="top" className="grid min-w-0 content-start gap-2">
      <SectionHead
        id="top"
        title="Move these first"
        description="Ended or ending within 6 months, in most images first"
      />
      {rows.length === 0 ? (
        <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
          Nothing in your images has ended or ends within 6 months, as far as is known.
        </p>
      ) : (
        <DataTable
          name="overview-top"
          label="Move these first"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowHref={({ id }) => softwareHref(id)}
        />
      )}
    </section>
  );
}

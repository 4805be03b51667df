'use client';

import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { SectionHead } from '@/components/layout/section-head';
import { CallFailure } from '@/features/frame/call-failure';
import { softwareHref } from '@/features/software/software-page-params';
import type { Outputs } from '@/trpc/outputs';
import { topColumns } from './top-columns';
import { useToMove } from './use-to-move';

/** The ten that matter most, and what to move to. */
export function TopSoftware() {
  const toMove = useToMove();
  return (
    <section aria-labelledby="top" className="grid min-w-0 grid-cols-1 content-start gap-2">
      <SectionHead
        id="top"
        title="Move these first"
        description="Ended or ending within 6 months, in most images first"
      />
      {toMove.error && (
        <CallFailure title="What to move first could not be loaded." query={toMove} />
      )}
      {toMove.isPending && <Loading label="Loading what to move first" columns={4} />}
      {toMove.data && <TopTable toMove={toMove.data} />}
    </section>
  );
}

function TopTable({ toMove: { top, today } }: { toMove: Outputs['overview']['toMove'] }) {
  const columns = useMemo(() => topColumns(today), [today]);
  if (top.length === 0) {
    return (
      <p className="rounded-md border bg-surface px-4 py-6 text-sm text-muted">
        Nothing in your images has ended or ends within 6 months, as far as is known.
      </p>
    );
  }
  return (
    <DataTable
      name="overview-top"
      label="Move these first"
      columns={columns}
      rows={top}
      rowId={({ id }) => id}
      rowHref={({ id }) => softwareHref(id)}
    />
  );
}

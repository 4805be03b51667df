'use client';

import dynamic from 'next/dynamic';
import { ExportSelected } from '@/components/data-table/export-selected';
import type { Selection } from '@/components/data-table/selection';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { useMatchingRows } from '@/features/frame/matching-rows';
import { useMay } from '@/features/frame/reader';
import type { DashboardImage } from '@/features/names/image';
import { useTRPCClient } from '@/trpc/client';
import { imagesExportHref, toImagesQuery, type ImagesState } from './params';
import { columnsIn, columnsInAddress } from './table';

// Most visits select nothing.
const RetireSelected = dynamic(() => import('./dialog').then((module) => module.RetireSelected), {
  ssr: false,
});
const BringBackSelected = dynamic(
  () => import('./dialog').then((module) => module.BringBackSelected),
  { ssr: false },
);

export interface ImageSelectionProps {
  state: ImagesState;
  selection: Selection<DashboardImage>;
  total: number;
}

/** Offers what can be done with the images that are selected. */
export function ImageSelection({ state, selection, total }: ImageSelectionProps) {
  const { params, scope } = state;
  const client = useTRPCClient();
  const matching = useMatchingRows<DashboardImage>(
    (page, size) => client.image.listForDashboard.query({ ...toImagesQuery(params), page, size }),
    (rows) => selection.set(rows, true),
  );
  const images = [...selection.rows.values()];
  const mayChange = useMay('inventory:write');
  const Act = params.retired === null ? RetireSelected : BringBackSelected;
  return (
    <SelectionBar
      count={images.length}
      total={total}
      noun="images"
      onSelectAll={matching.readAll}
      loading={matching.isReading}
      onClear={selection.clear}
    >
      <ExportSelected
        name={scope.table}
        columns={columnsIn(state)}
        columnsInAddress={columnsInAddress(state)}
        exportHref={imagesExportHref(params)}
        ids={images.map(({ id }) => id)}
      />
      {mayChange && params.as_of === null && <Act images={images} onDone={selection.clear} />}
    </SelectionBar>
  );
}

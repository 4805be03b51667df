'use client';

import { useState } from 'react';
import { ExportSelected } from '@/components/data-table/export-selected';
import type { Selection } from '@/components/data-table/selection';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { MAX_RETIREMENT_NOTE } from '@/domain/image/retirement';
import { BulkDialog } from '@/features/frame/bulk-dialog';
import { useMatchingRows } from '@/features/frame/matching-rows';
import { useMay } from '@/features/frame/reader';
import { referenceOf, type DashboardImage } from '@/features/names/image';
import { formatCount } from '@/lib/numbers';
import { useTRPCClient } from '@/trpc/client';
import { imagesExportHref, toImagesQuery, type ImagesState } from './params';
import { columnsIn, columnsInAddress } from './table';

/** Images of one call: each is a transaction of its own. */
const CHUNK = 25;

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
      {mayChange && <Act images={images} onDone={selection.clear} />}
    </SelectionBar>
  );
}

interface ActProps {
  images: readonly DashboardImage[];
  onDone: () => void;
}

const toItems = (images: readonly DashboardImage[]) =>
  images.map((image) => ({ id: image.id, name: referenceOf(image) }));

function countOf(images: readonly DashboardImage[]): string {
  return images.length === 1 ? '1 image' : `${formatCount(images.length)} images`;
}

function RetireSelected({ images, onDone }: ActProps) {
  const client = useTRPCClient();
  const [asked, setAsked] = useState<readonly DashboardImage[] | null>(null);
  const [note, setNote] = useState('');
  return (
    <>
      <Button size="sm" onClick={() => setAsked(images)}>
        Retire…
      </Button>
      {asked && (
        <BulkDialog
          title={`Retire ${countOf(asked)}?`}
          description="They will count nowhere; their history is kept. What a cluster runs cannot be retired, and a new scan brings an image back."
          confirmLabel="Retire them"
          doneWord="retired"
          items={toItems(asked)}
          chunk={CHUNK}
          act={(ids) =>
            client.retirement.retireMany.mutate({ ids: [...ids], note: note.trim() || null })
          }
          onClose={(done) => {
            setAsked(null);
            setNote('');
            if (done.length > 0) onDone();
          }}
        >
          <Field label="Why (may be left out)">
            <Textarea
              value={note}
              rows={2}
              maxLength={MAX_RETIREMENT_NOTE}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </BulkDialog>
      )}
    </>
  );
}

function BringBackSelected({ images, onDone }: ActProps) {
  const client = useTRPCClient();
  const [asked, setAsked] = useState<readonly DashboardImage[] | null>(null);
  return (
    <>
      <Button size="sm" onClick={() => setAsked(images)}>
        Bring back…
      </Button>
      {asked && (
        <BulkDialog
          title={`Bring back ${countOf(asked)}?`}
          description="They will count again, with what their latest scans found as the catalog knows it now."
          confirmLabel="Bring them back"
          doneWord="brought back"
          items={toItems(asked)}
          chunk={CHUNK}
          act={(ids) => client.retirement.bringBackMany.mutate({ ids: [...ids] })}
          onClose={(done) => {
            setAsked(null);
            if (done.length > 0) onDone();
          }}
        />
      )}
    </>
  );
}

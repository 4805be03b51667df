'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { MAX_RETIREMENT_NOTE } from '@/domain/image/retirement';
import { BulkDialog } from '@/features/frame/bulk-dialog';
import { referenceOf, type DashboardImage } from '@/features/names/image';
import { formatCount } from '@/lib/numbers';
import { useTRPCClient } from '@/trpc/client';

/** Images of one call: each is a transaction of its own. */
const CHUNK = 25;

export interface ActProps {
  images: readonly DashboardImage[];
  onDone: () => void;
}

const toItems = (images: readonly DashboardImage[]) =>
  images.map((image) => ({ id: image.id, name: referenceOf(image) }));

function countOf(images: readonly DashboardImage[]): string {
  return images.length === 1 ? '1 image' : `${formatCount(images.length)} images`;
}

/** Retires images that are selected, once that was confirmed. */
export function RetireSelected({ images, onDone }: ActProps) {
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
          <Field label="Reason (optional)">
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

/** Has images that are selected count again, once that was confirmed. */
export function BringBackSelected({ images, onDone }: ActProps) {
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

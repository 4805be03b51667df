'use client';

import { Card } from '@/components/ui/card';
import { useMay } from '@/features/frame/reader';
import { NoteEditor } from '@/features/note/dialog';
import type { SoftwareDetail } from '../query';

/** Shows the note on the product, with its editor for those who may write. */
export function NoteSection({
  software,
}: {
  software: Pick<SoftwareDetail, 'productName' | 'productNote'>;
}) {
  const mayWrite = useMay('note:write');
  const { productName, productNote } = software;
  const hasText = Boolean(productNote?.noteContent);
  return (
    <Card title="Note" description={`On all of ${productName}`}>
      <div className="grid gap-2">
        {!hasText && !mayWrite && <p className="text-sm text-muted">Nobody has written one.</p>}
        <NoteEditor productName={productName} note={productNote} />
      </div>
    </Card>
  );
}

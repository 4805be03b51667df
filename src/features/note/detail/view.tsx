'use client';

import { useQuery } from '@tanstack/react-query';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { FactList } from '@/components/ui/fact-list';
import { SidePanel } from '@/components/ui/side-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { useDeleteNote } from '../actions';
import { NoteEditor } from '@/features/note/dialog';
import type { ListedNote } from '../table';

export interface NotePanelProps {
  noteId: string;
  /** The note as the list has it; null when no row that is shown holds it. */
  listed: ListedNote | null;
  closeHref: string;
  /** Called when the note was deleted. */
  onGone: () => void;
}

/** Shows one note in a panel, to read, change and delete. */
export function NotePanel({ noteId, listed, closeHref, onGone }: NotePanelProps) {
  const found = useQuery({
    ...useTRPC().note.listForDashboard.queryOptions({ noteId }),
    enabled: listed === null,
  });
  const note = listed ?? found.data?.items[0] ?? null;
  return (
    <SidePanel title={note?.productName ?? 'Note'} closeHref={closeHref}>
      {note && <NoteDetail note={note} onGone={onGone} />}
      {!note && found.error && <CallFailure title="The note could not be loaded." query={found} />}
      {!note && found.isPending && <Skeleton className="h-24" />}
      {!note && found.data && (
        <p className="text-muted">There is no such note. It may have been deleted.</p>
      )}
    </SidePanel>
  );
}

function NoteDetail({ note, onGone }: { note: ListedNote; onGone: () => void }) {
  const mayWrite = useMay('note:write');
  const remove = useDeleteNote(onGone);
  const { id, productName, images } = note;
  return (
    <div className="grid gap-5">
      <NoteEditor productName={productName} note={note} deletable={false} />
      <FactList
        facts={[
          { label: 'Updated', value: <DateTime value={note.updatedAt} /> },
          { label: 'Written', value: <DateTime value={note.createdAt} /> },
          {
            label: 'Images',
            value:
              images === 0 ? (
                <span className="text-muted">No image holds it now</span>
              ) : (
                <TextLink href={hrefs.images({ product: productName })}>
                  {countOf(images, 'image')}
                </TextLink>
              ),
          },
          {
            label: 'Software',
            value: (
              <TextLink href={hrefs.softwareList({ product: productName })}>
                All cycles of {productName}
              </TextLink>
            ),
          },
        ]}
      />
      {mayWrite && (
        <Button
          variant="danger-quiet"
          className="justify-self-start"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id })}
        >
          Delete note
        </Button>
      )}
    </div>
  );
}

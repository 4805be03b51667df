'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { projectTitle } from '@/domain/identifiers/project-name';
import { hrefs } from '@/features/hrefs';
import { referenceOf } from '@/features/names/image';
import { useTRPC } from '@/trpc/client';
import { requestIdOf } from '@/trpc/query-client';
import type { ImageDetail } from '../query';

/** Deletes one image, once it was confirmed. */
export function DeleteImage({ image }: { image: ImageDetail }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const reference = referenceOf(image);
  const { title } = projectTitle(image.projectName);
  const remove = useMutation({
    ...useTRPC().image.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast(`${reference} was deleted`, {
        description: 'Past points of the trends still count it.',
      });
      router.replace(hrefs.project(image.projectId));
      router.refresh();
      // Software and every count were of this image too.
      void queries.invalidateQueries({ refetchType: 'none' });
    },
    onError: (error) => {
      const id = requestIdOf(error);
      toast.error(`${reference} could not be deleted. Nothing was changed.`, {
        description: id === null ? undefined : `Request ${id}`,
      });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Delete this image</Button>}
      title={<span className="wrap-anywhere">Delete {reference}?</span>}
      description={`It and its findings will be gone from every list; other images of ${title} stay. Past points of the trends stay as they were. Another scan of it starts it again.`}
      confirmLabel="Delete this image"
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: image.id })}
    />
  );
}

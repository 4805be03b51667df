'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { projectTitle } from '@/domain/identifiers/project-name';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { requestIdOf } from '@/trpc/query-client';
import { projectsHref } from '../params';

/** Deletes a project, once its name was typed. */
export function DeleteProject({ project }: { project: Outputs['project']['get'] }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const { title } = projectTitle(project.name);
  const remove = useMutation({
    ...useTRPC().project.delete.mutationOptions(),
    onSuccess: () => {
      setOpen(false);
      toast(`${title} was deleted`, {
        description: 'Past points of the trends still count it.',
      });
      router.replace(projectsHref());
      router.refresh();
      // Images, software and every count were of this project too.
      void queries.invalidateQueries({ refetchType: 'none' });
    },
    onError: (error) => {
      const id = requestIdOf(error);
      toast.error(`${title} could not be deleted. Nothing was changed.`, {
        description: id === null ? undefined : `Request ${id}`,
      });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger-quiet">Delete project</Button>}
      title={`Delete ${title}?`}
      description={`Its ${countOf(project.images, 'image')} and all of their findings will be gone from every list. Past points of the trends stay as they were. A scan of the same project starts it again.`}
      confirmLabel="Delete project"
      typeToConfirm={title}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: project.id })}
    />
  );
}

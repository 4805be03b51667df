import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { deleteImage as remove } from './service';

export const deleteImageInput = z.object({ id: recordId });

export const deleteImageOutput = z.void();

export const deleteImageMeta = rest({
  method: 'DELETE',
  path: '/image_tags/{id}',
  summary: 'Delete an image',
  description:
    'Hides one tag of an image, a directory or a version of an application with its findings at once. Past points of the trends stay as they were; another scan of it starts it anew.',
  tag: 'Images',
  errors: [404],
  success: 204,
});

export const deleteImage = permitted('project:delete')
  .meta(deleteImageMeta)
  .input(deleteImageInput)
  .output(deleteImageOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));

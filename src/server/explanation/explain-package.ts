import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { packageExplanationOutput } from './dto';
import { explainPackage as explain } from './service/package';

export const explainPackageInput = z.object({ image_tag_id: recordId, package_id: recordId });

export const explainPackageOutput = packageExplanationOutput;

export const explainPackageMeta = rest({
  method: 'GET',
  path: '/image_tags/{image_tag_id}/packages/{package_id}/explanation',
  summary: 'Explain a package of an image',
  description:
    'How the catalog was led to the release cycle of a package that the newest scan of an image found, or what was tried where it was led to none.',
  tag: 'Software',
  errors: [404],
});

export const explainPackage = permitted('inventory:read')
  .meta(explainPackageMeta)
  .input(explainPackageInput)
  .output(explainPackageOutput)
  .query(({ ctx, input }) =>
    explain(ctx.deps, ctx.principal.organizationId, {
      imageTagId: input.image_tag_id,
      packageId: input.package_id,
    }),
  );

import { z } from 'zod';
import { MAX_CODEOWNERS_LENGTH } from '@/domain/team/codeowners';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { projectOwnerRecord } from './dto';
import { takeCodeowners } from './service/codeowners';

export const uploadCodeownersInput = z.object({
  id: recordId,
  body: z
    .object({
      content: z.string().max(MAX_CODEOWNERS_LENGTH).describe('The file, which is not kept'),
      path: storedText(1_024)
        .nullable()
        .describe(
          'The path in the repository of what was built, a directory’s with a slash at its end; left out: that of the image that was scanned last. Where it is not known, or absolute, the owners of everything are asked',
        )
        .default(null),
    })
    .meta({ id: 'Codeowners' }),
});

export const uploadCodeownersOutput = projectOwnerRecord;

export const uploadCodeownersMeta = rest({
  method: 'PUT',
  path: '/projects/{id}/codeowners',
  summary: 'Send a project’s CODEOWNERS file',
  description:
    'In the form of GitHub or GitLab: the last pattern that matches names the owners, sections each their own. The first of them that is a handle of a team gives the project that owner, where a rule says that CODEOWNERS counts.',
  tag: 'Teams',
  errors: [404],
  body: 'json',
});

export const uploadCodeowners = permitted('owner:upload')
  .meta(uploadCodeownersMeta)
  .input(uploadCodeownersInput)
  .output(uploadCodeownersOutput)
  .mutation(({ ctx, input }) => takeCodeowners(ctx.deps, ctx.principal, input.id, input.body));

import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { contractEssentials, contractTerms, linesOf } from './create-contract';
import { contractRecord } from './dto';
import { changeContract as change } from './service/contracts';

export const changeContractInput = z.object({
  id: recordId,
  body: z
    .object({ ...z.object(contractEssentials).partial().shape, ...contractTerms })
    .meta({ id: 'ContractsPatchModel', example: { ends_on: '2029-06-30' } }),
});

export const changeContractOutput = contractRecord;

export const changeContractMeta = rest({
  method: 'PATCH',
  path: '/contracts/{id}',
  summary: 'Change a contract',
  description:
    'What is left out stays; with `scope`, its project or team is said again. Findings follow at once.',
  tag: 'Contracts',
  errors: [404],
  body: 'json',
});

export const changeContract = permitted('contract:write')
  .meta(changeContractMeta)
  .input(changeContractInput)
  .output(changeContractOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    change(ctx.deps, ctx.principal, id, {
      vendor: body.vendor,
      scope: body.scope,
      projectId: body.project_id,
      teamId: body.team_id,
      lines: body.software && linesOf(body.software),
      startsOn: body.starts_on,
      endsOn: body.ends_on,
      noticeDays: body.renewal_notice_days,
      cost: body.cost,
      documentUrl: body.document_url,
      note: body.note,
    }),
  );

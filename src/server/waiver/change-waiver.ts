import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverTerms } from './ask-waiver';
import { waiverRecord } from './dto';
import { changeWaiver as change } from './service/ask';

export const changeWaiverInput = z.object({
  id: recordId,
  body: z
    .object({
      reason: waiverTerms.reason.optional(),
      mitigating_control: waiverTerms.mitigating_control,
      links: waiverTerms.links,
      ends_on: waiverTerms.ends_on.optional(),
      owner_email: waiverTerms.owner_email,
    })
    .meta({ id: 'WaiversPatchModel', example: { ends_on: '2027-01-31' } }),
});

export const changeWaiverOutput = waiverRecord;

export const changeWaiverMeta = rest({
  method: 'PATCH',
  path: '/waivers/{id}',
  summary: 'Change a waiver',
  description:
    'What is left out stays. Where and for what it holds never changes. Of one that was granted only its owner and links change, and its end to an earlier day: for more, ask for another. For its owner, whoever asked for it, and admins.',
  tag: 'Waivers',
  errors: [404, 409],
  body: 'json',
});

export const changeWaiver = permitted('waiver:ask')
  .meta(changeWaiverMeta)
  .input(changeWaiverInput)
  .output(changeWaiverOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    change(ctx.deps, ctx.principal, id, {
      reason: body.reason,
      control: body.mitigating_control,
      links: body.links,
      endsOn: body.ends_on,
      ownerEmail: body.owner_email,
    }),
  );

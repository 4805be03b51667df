import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverRecord } from './dto';
import { withdrawWaiver as withdraw } from './service/decide';

export const withdrawWaiverInput = z.object({ id: recordId });

export const withdrawWaiverOutput = waiverRecord;

export const withdrawWaiverMeta = rest({
  method: 'POST',
  path: '/waivers/{id}/withdraw',
  summary: 'Withdraw what was asked for',
  description: 'Before it is decided. For its owner and whoever asked for it.',
  tag: 'Waivers',
  errors: [404, 409],
});

export const withdrawWaiver = permitted('waiver:ask')
  .meta(withdrawWaiverMeta)
  .input(withdrawWaiverInput)
  .output(withdrawWaiverOutput)
  .mutation(({ ctx, input }) => withdraw(ctx.deps, ctx.principal, input.id));

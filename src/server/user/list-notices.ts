import { z } from 'zod';
import { accountNoticeSchema } from '@/domain/user/account';
import { instant } from '@/server/platform/trpc/outputs';
import { listOwnNotices, putNoticeAway as putAway } from './service/account';
import { personProcedure } from '@/server/platform/trpc/init';

export const listNoticesOutput = z.array(
  z.object({ id: z.guid(), at: instant, notice: accountNoticeSchema }),
);

export const putNoticeAwayInput = z.object({ id: z.guid() });

/** Lists the notices on the person's account. */
export const listNotices = personProcedure
  .output(listNoticesOutput)
  .query(({ ctx: { deps, caller } }) => listOwnNotices(deps, caller));

export const putNoticeAway = personProcedure
  .input(putNoticeAwayInput)
  .mutation(({ ctx: { deps, caller }, input }) => putAway(deps, caller, input.id));

import { listOwnNotices, putNoticeAway as putAway } from '@/server/user/notices';
import { personProcedure } from '../init';
import { listNoticesOutput, putNoticeAwayInput } from './notices.schema';

/** What the person has to be told of their account. */
export const listNotices = personProcedure
  .output(listNoticesOutput)
  .query(({ ctx: { deps, caller } }) => listOwnNotices(deps, caller));

export const putNoticeAway = personProcedure
  .input(putNoticeAwayInput)
  .mutation(({ ctx: { deps, caller }, input }) => putAway(deps, caller, input.id));

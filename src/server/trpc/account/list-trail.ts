import { listOwnTrail } from '@/server/user/sign-in-trail';
import { personProcedure } from '../init';
import { listTrailOutput } from './list-trail.schema';

/** What happened to the person's own account. */
export const listTrail = personProcedure
  .output(listTrailOutput)
  .query(({ ctx: { deps, caller } }) => listOwnTrail(deps, caller));

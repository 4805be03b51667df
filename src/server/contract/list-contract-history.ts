import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { callerKind, instant } from '@/server/platform/trpc/outputs';
import { contractHistory } from './service/list';

const record = z.looseObject({}).nullable();

/** Lists what was done to a contract and by whom, newest first, for whoever may see the contract. */
export const listContractHistory = permitted('contract:read')
  .input(z.object({ id: recordId }))
  .output(
    z.array(
      z.object({
        id: z.guid(),
        at: instant,
        action: z.string(),
        actor: z.object({ kind: callerKind, name: z.string() }),
        before: record,
        after: record,
      }),
    ),
  )
  .query(({ ctx, input }) => contractHistory(ctx.deps, ctx.principal.organizationId, input.id));

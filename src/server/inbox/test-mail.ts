import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { ownInbox } from './service/entries';
import { testMail as test } from './service/settings';

/** Mails the reader something, to see that it arrives. */
export const testMail = permitted('organization:read')
  .output(z.object({ email: z.string() }))
  .mutation(({ ctx }) => test(ctx.deps, ownInbox(ctx.principal)));

import { z } from 'zod';
import { nameInput } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ticketRecord } from './dto';
import { listTickets as list } from './service';

export const listTicketsInput = z.object({
  product_name: nameInput.describe('The product, to the letter'),
  cycle: nameInput.describe('Its release cycle, to the letter'),
});

export const listTicketsOutput = z.array(ticketRecord);

export const listTicketsMeta = rest({
  method: 'GET',
  path: '/tickets',
  summary: 'List tickets on a release cycle',
  description:
    'Those that channels keep in Jira, GitHub or GitLab, one for each owner and channel, the newest first.',
  tag: 'Messages',
});

export const listTickets = permitted('inventory:read')
  .meta(listTicketsMeta)
  .input(listTicketsInput)
  .output(listTicketsOutput)
  .query(({ ctx, input }) =>
    list(ctx.deps, ctx.principal.organizationId, {
      productName: input.product_name,
      cycle: input.cycle,
    }),
  );

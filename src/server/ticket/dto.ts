import { z } from 'zod';
import { TRACKER_KINDS } from '@/domain/channel/trackers';
import { instant } from '@/server/platform/trpc/outputs';

/** A ticket that a channel keeps in another service. */
export const ticketRecord = z
  .object({
    name: z.string().describe('As the service names it'),
    address: z.string().describe('Its web page'),
    title: z.string(),
    state: z
      .enum(['open', 'closed'])
      .describe(
        'As Eventide left it: `closed` once it was solved; a person may have closed it before',
      ),
    kind: z.enum(TRACKER_KINDS),
    channel: z.object({ id: z.guid(), name: z.string() }),
    team: z
      .object({ id: z.guid(), name: z.string() })
      .nullable()
      .describe('Whose projects it is about; null: of those that no team owns'),
    updated_at: instant.describe('When Eventide last had to do with it'),
  })
  .meta({
    id: 'Ticket',
    example: {
      ...{ name: 'SHOP-12', address: 'https://acme.atlassian.net/browse/SHOP-12' },
      title: 'Debian 10: support ended on 30 June 2024',
      ...{ state: 'open', kind: 'jira' },
      channel: { id: '01931c5d-6b52-7c03-ad18-9e6c3f7b2041', name: 'Jira' },
      team: { id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', name: 'Payments' },
      updated_at: '2026-04-30T12:00:00.000Z',
    },
  });
export type TicketRecord = z.output<typeof ticketRecord>;

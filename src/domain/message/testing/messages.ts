import { day } from '@/domain/catalog/check/testing/matches';
import { itemOf, type MessageContent } from '../content';

/** Makes a message that says everything that one can say. */
export function fullMessage(more: Partial<MessageContent> = {}): MessageContent {
  return {
    kind: 'date.changed',
    severity: 'warning',
    title: 'Debian 10 ends sooner',
    summary: 'endoflife.date moved the end of support of Debian 10.',
    items: [
      itemOf({
        key: 'debian/10/payments',
        what: 'Debian 10',
        detail: 'It is the base of what runs in production',
        where: { images: 12, projects: 3, named: ['acme/shop:1.2', 'acme/billing:7'] },
        since: day('2022-09-10'),
        until: day('2027-06-30'),
        change: { from: day('2028-06-30'), to: day('2027-06-30'), by: 'endoflife.date' },
        evidence: 'catalog',
        moveTo: 'Debian 12',
        teamId: '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08',
        ask: { name: 'Payments', email: 'payments@example.com' },
        path: '/images?software=1&q=a%26b',
      }),
    ],
    total: 4,
    links: [{ label: 'All that changed', path: '/catalog' }],
    ...more,
  };
}

import { expect, it } from 'vitest';
import { itemOf, MAX_ITEMS } from '@/domain/message/content';
import { fullMessage } from '@/domain/message/testing/messages';
import { MAX_BODY_BYTES, webhookBody } from './webhook-body';

const at = new Date('2026-11-21T12:00:00Z');
const write = (message: ReturnType<typeof fullMessage>) =>
  webhookBody(message, at, 'https://eventide.example');

it('says all of a message, with whole addresses', () => {
  expect(JSON.parse(write(fullMessage()))).toEqual({
    type: 'date.changed',
    timestamp: '2026-11-21T12:00:00.000Z',
    data: {
      severity: 'warning',
      title: 'Debian 10 ends sooner',
      summary: 'endoflife.date moved the end of support of Debian 10.',
      items: [
        {
          key: 'debian/10/payments',
          solved: false,
          what: 'Debian 10',
          detail: 'It is the base of what runs in production',
          where: { images: 12, projects: 3, some: ['acme/shop:1.2', 'acme/billing:7'] },
          since: '2022-09-10',
          until: '2027-06-30',
          date_change: { from: '2028-06-30', to: '2027-06-30', by: 'endoflife.date' },
          evidence: 'catalog',
          move_to: 'Debian 12',
          ask: { name: 'Payments', email: 'payments@example.com' },
          url: 'https://eventide.example/images?software=1&q=a%26b',
        },
      ],
      items_left_out: 3,
      links: [{ label: 'All that changed', url: 'https://eventide.example/catalog' }],
    },
  });
});

it('is shorter than 20 kB, whatever it is made of', () => {
  const long = '\u{1f600}'.repeat(150);
  const item = itemOf({ key: long.slice(0, 254), what: long, detail: long, moveTo: long });
  const items = Array.from({ length: MAX_ITEMS }, () => item);
  const body = write(fullMessage({ title: long, summary: long, items, total: 70 }));
  expect(Buffer.byteLength(body)).toBeLessThan(MAX_BODY_BYTES);
  const { data } = JSON.parse(body) as { data: { items: unknown[]; items_left_out: number } };
  expect(data.items.length).toBeGreaterThan(5);
  expect(data.items.length + data.items_left_out).toBe(70);
});

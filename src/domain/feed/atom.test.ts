import { expect, test } from 'vitest';
import { writeAtom } from './atom';
import type { FeedCycle } from './content';
import { day, feedContent, feedCycle, feedMove } from './testing/content';

const TODAY = day('2026-11-21');
const SELF = 'https://eol.example.com:8443/feeds/evf_x/feed.atom';
const write = (...cycles: readonly FeedCycle[]) => writeAtom(feedContent(...cycles), SELF, TODAY);
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*)</${name}>`, 'g'))].map(([, text]) => text);

test('says what has ended, what ends soon and which dates changed, newest first', () => {
  const xml = write(
    feedCycle({ key: 'ended', cycle: '18', endsOn: day('2026-04-30'), hasEnded: true }),
    feedCycle({ key: 'soon', cycle: '20', endsOn: day('2027-04-30') }),
    feedCycle({
      ...{ key: 'later', cycle: '24', endsOn: day('2028-04-30') },
      moves: [feedMove('2028-01-01', '2028-04-30', '2026-11-01T10:00:00.000Z')],
    }),
  );
  expect(all(xml, 'title')).toEqual([
    'End of life: Acme',
    'Node.js 24 now ends on 2028-04-30',
    'Node.js 20 ends on 2027-04-30',
    'Node.js 18 has reached its end of life',
  ]);
  expect(all(xml, 'updated')).toEqual([
    '2026-11-01T10:00:00.000Z',
    '2026-11-01T10:00:00.000Z',
    '2026-10-30T00:00:00.000Z',
    '2026-04-30T00:00:00.000Z',
  ]);
  expect(all(xml, 'id')).toEqual([
    'tag:eol.example.com,2026:o1/feed/t1',
    'tag:eol.example.com,2026:o1/later/moved/m-2026-11-01T10:00:00.000Z',
    'tag:eol.example.com,2026:o1/soon/ends/2027-04-30',
    'tag:eol.example.com,2026:o1/ended/ended/2026-04-30',
  ]);
  expect(all(xml, 'summary')[0]).toBe(
    'It was 2028-01-01; 2028-04-30, says the catalog. 2 images hold it. Move to Node.js 24.',
  );
});

test('what was found after its end is news from the day it was found', () => {
  const found = { endsOn: day('2020-01-01'), hasEnded: true };
  const xml = write(
    feedCycle({ ...found, firstSeenOn: day('2026-11-20') }),
    feedCycle({ ...found, cycle: '16', firstSeenOn: day('2020-02-01') }),
  );
  expect(all(xml, 'updated')).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z']);
});

test('what ended on an unknown day is news from the day it was found', () => {
  const xml = write(feedCycle({ endsOn: null, hasEnded: true, firstSeenOn: day('2026-11-20') }));
  expect(all(xml, 'id')[1]).toBe('tag:eol.example.com,2026:o1/k18/ended');
  expect(all(xml, 'summary')[0]).toContain('It ended on an unknown day.');
});

test('without news it is as old as its token', () => {
  expect(all(write(feedCycle({ endsOn: null })), 'updated')).toEqual(['2026-01-01T00:00:00.000Z']);
});

test('a date that was taken back is said so', () => {
  const moves = [feedMove('2028-01-01', null, '2026-11-01T10:00:00Z')];
  expect(all(write(feedCycle({ endsOn: null, moves })), 'title')[1]).toBe(
    'Node.js 18 has no known end any more',
  );
});

test('text cannot become markup', () => {
  const xml = write(feedCycle({ productName: `<b a="1">&'\u0001`, hasEnded: true }));
  expect(xml).toContain('<title>&lt;b a=&quot;1&quot;&gt;&amp;&apos;\ufffd 18 has reached');
  expect(xml).not.toContain('<b ');
});

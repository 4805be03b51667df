import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { writeAtom } from './atom';
import type { FeedCycle } from './content';
import { day, feedContent, feedCycle, feedMove } from './testing/content';

const TODAY = day('2026-11-21');
const SELF = 'https://eol.example.com:8443/feeds/evf_x/feed.atom';
const write = (...cycles: readonly FeedCycle[]) => writeAtom(feedContent(...cycles), SELF, TODAY);

/** The texts of the elements of a name, as a reader of XML has them; throws over what is no XML. */
function all(xml: string, name: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    expect(tag.uri).toBe('http://www.w3.org/2005/Atom');
    if (tag.name === name) {
      depth += 1;
      texts.push('');
    }
  });
  parser.on('text', (text) => {
    if (depth > 0) texts.push((texts.pop() ?? '') + text);
  });
  parser.on('closetag', (tag) => {
    if (tag.name === name) depth -= 1;
  });
  parser.write(xml).close();
  return texts;
}

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
    'tag:eol.example.com,2026:o1/later/moved/2026-11-01',
    'tag:eol.example.com,2026:o1/soon/ends/2027-04-30',
    'tag:eol.example.com,2026:o1/ended/ended/2026-04-30',
  ]);
  expect(all(xml, 'summary')[0]).toBe(
    'It was 2028-01-01; 2028-04-30, says the catalog. Evidence: Catalog. 2 images hold it. Move to Node.js 24.',
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

test('what ended on an unknown day is news from the day on which that came to be known', () => {
  const cycle = { endsOn: null, hasEnded: true, firstSeenOn: day('2024-03-01') };
  const told = write(feedCycle({ ...cycle, endedBy: day('2026-11-15') }));
  expect(all(told, 'updated')[1]).toBe('2026-11-15T00:00:00.000Z');
  expect(all(write(feedCycle({ ...cycle, endedBy: day('2025-11-15') })), 'summary')).toEqual([]);
});

test('what ended on an unknown day is news from the day it was found', () => {
  const xml = write(feedCycle({ endsOn: null, hasEnded: true, firstSeenOn: day('2026-11-20') }));
  expect(all(xml, 'id')[1]).toBe('tag:eol.example.com,2026:o1/k18/ended');
  expect(all(xml, 'summary')[0]).toContain('It ended on an unknown day.');
});

test('how well an end is known is said, and of an estimate that it is one', () => {
  const known = feedCycle({ endsOn: day('2026-04-30'), hasEnded: true, evidence: 'sbom' });
  expect(all(write(known), 'summary')).toEqual([
    'Supported until 2026-04-30, says the catalog. Evidence: From the SBOM. 2 images hold it. Move to Node.js 24.',
  ]);
  const concluded = { endsOn: null, hasEnded: true, firstSeenOn: day('2026-11-20') } as const;
  const estimated = feedCycle({ ...concluded, source: 'inferred', evidence: 'inferred' });
  expect(all(write(estimated), 'summary')).toEqual([
    'It ended on an unknown day. Evidence: Inferred, an estimate. 2 images hold it. Move to Node.js 24.',
  ]);
});

test('how well an end is known is said of its last move alone', () => {
  const moves = [
    feedMove('2028-01-01', '2028-04-30', '2026-10-01T10:00:00Z', 1),
    feedMove('2028-04-30', '2028-03-01', '2026-11-01T10:00:00Z', 2),
  ];
  const xml = write(feedCycle({ endsOn: day('2028-03-01'), evidence: 'own', moves }));
  expect(all(xml, 'summary').map((text) => text.includes('Evidence: Own date.'))).toEqual([
    true,
    false,
  ]);
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

test('an end that moved to and fro within a day is no news, and what it came to is', () => {
  const moves = [
    feedMove('2028-01-01', '2028-04-30', '2026-11-01T10:00:00Z', 1),
    feedMove('2028-04-30', '2028-01-01', '2026-11-01T11:00:00Z', 2),
    feedMove('2028-01-01', '2028-02-01', '2026-11-02T10:00:00Z', 3),
    feedMove('2028-02-01', '2028-03-01', '2026-11-02T11:00:00Z', 4),
  ];
  const xml = write(feedCycle({ endsOn: day('2028-03-01'), moves }));
  expect(all(xml, 'title').slice(1)).toEqual(['Node.js 18 now ends on 2028-03-01']);
  expect(all(xml, 'summary')[0]).toContain('It was 2028-01-01;');
  expect(all(xml, 'id')[1]).toBe('tag:eol.example.com,2026:o1/k18/moved/2026-11-02');
});

test('says what it leaves out', () => {
  const cycles = Array.from({ length: 203 }, (_, index) =>
    feedCycle({ key: `k${String(index)}`, endsOn: day('2026-04-30'), hasEnded: true }),
  );
  const xml = write(...cycles);
  expect(all(xml, 'entry')).toHaveLength(200);
  expect(all(xml, 'subtitle')).toEqual(['3 older entries of the last 12 months are left out.']);
  expect(all(write(...cycles.slice(3)), 'subtitle')).toEqual([]);
});

test('text cannot become markup', () => {
  const productName = `<b a="1">&'\u0001]]>\ud800`;
  const xml = write(feedCycle({ productName, hasEnded: true }));
  expect(all(xml, 'title')[1]).toBe(`<b a="1">&'?]]>? 18 has reached its end of life`);
});

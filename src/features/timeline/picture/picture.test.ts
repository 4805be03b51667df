import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { fileName, pngScale, SLIDE } from '@/components/charts/picture-file';
import { parseDay } from '@/domain/eol/calendar';
import { anchorAt } from '../layout/scale';
import { timelineItem, timelineLine } from '../testing/timeline-items';
import type { TimelineItem } from '../words';
import { shortened } from './mark/view';
import type { Picture } from './types';
import {
  inSheets,
  sheetsOf,
  slideOf,
  SLIDE_LINES,
  wholeOf,
  type ListedLines,
  type PictureFacts,
} from './values';
import { pictureHeight, TimelinePicture } from './view';

const today = parseDay('2026-11-21') ?? expect.fail();
const ferry = timelineItem({
  id: 'ferry',
  productName: 'Ferry',
  cycle: '16',
  eolDate: '2026-07-11',
});
const wreck = timelineItem({ productName: 'Wreck', eolDate: '2026-11-01', eolDateKnown: false });
const keel = timelineItem({ productName: 'Keel', artifactType: 'npm', lts: true });
const keelAsDeb = timelineItem({ productName: 'Keel', artifactType: 'deb' });
const LINES = [timelineLine(ferry), timelineLine(wreck), timelineLine(keel, keelAsDeb)];
const IMAGES = { ofLine: new Map([['Keel', 4]]), ofSoftware: new Map([['ferry', 12]]) };

const FACTS: PictureFacts = {
  organization: 'Acme',
  conditions: [],
  today,
  isPast: false,
  states: { ended: 2, unknown: 1 },
  ...{ cycles: 3, total: 3 },
};
const VIEW: ListedLines = {
  lines: LINES,
  images: IMAGES,
  zoom: 'year',
  anchor: anchorAt(null, today),
};

const whole = (facts: Partial<PictureFacts> = {}, view: Partial<ListedLines> = {}) =>
  wholeOf({ ...FACTS, ...facts }, { ...VIEW, ...view }, ['Keel']);
const linesOf = (items: readonly TimelineItem[]) => items.map((item) => timelineLine(item));

const timelineSvg = (picture: Picture) =>
  renderToStaticMarkup(createElement(TimelinePicture, picture));

const textsIn = (markup: string) =>
  [...markup.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) =>
    text?.replace(/<[^>]*>/g, ''),
  );

describe('what it says', () => {
  const texts = textsIn(timelineSvg(whole()));

  test.each([
    'Software end of life · Acme',
    'All software in use · 3 products · 3 release cycles · as of 21 Nov 2026',
    'Ended: 2',
    'No known end: 1',
    'In use past its end',
    'Today · 21 Nov 2026',
    '2027',
    'Ferry 16',
    '12',
    'Ended 133 days ago · 11 Jul 2026',
    'Ended, date unknown',
    'Keel 20  2 types',
    'Keel 20  npm LTS',
    'Eventide · 21 Nov 2026 · Dates are UTC days.',
  ])('%s', (text) => {
    expect(texts).toContain(text);
  });

  test('its conditions, and that lines were cut off', () => {
    const markup = timelineSvg(whole({ conditions: ['project acme/shop'], total: 1_200 }));
    expect(textsIn(markup)).toContain(
      'project acme/shop · 3 of 1,200 products · as of 21 Nov 2026',
    );
  });

  test('whether its day is today, or is looked back at', () => {
    expect(texts).toContain('Today · 21 Nov 2026');
    const past = textsIn(timelineSvg(whole({ isPast: true })));
    expect(past).toContain('As of 21 Nov 2026');
    expect(past).not.toContain('Today · 21 Nov 2026');
  });

  test('in its legend only what it shows', () => {
    expect(texts).not.toContain('Under contract');
    expect(texts).not.toContain('Plan is due');
    const planned = timelineItem({
      eolDate: '2027-01-01',
      plans: [{ day: '2026-12-01', count: 1 }],
    });
    const markup = timelineSvg(whole({}, { lines: linesOf([planned]) }));
    expect(textsIn(markup)).toContain('Plan is due');
  });
});

describe('a slide', () => {
  const items = Array.from({ length: SLIDE_LINES }, (_, index) =>
    timelineItem({ productName: `Product ${String(index)}`, eolDate: '2027-03-01' }),
  );
  const lines = linesOf(items).map((line) => ({ ...line, images: 1_200 }));
  const rest = {
    lines: 28,
    from: parseDay('2027-03-04'),
    largest: { productName: 'Brig', images: 900 },
  };
  const slide = slideOf({ ...FACTS, total: 40, cycles: 52 }, { lines, rest }, 12);

  test('is sixteen by nine, and holds all of its rows', () => {
    expect(SLIDE.widthPx / SLIDE.heightPx).toBeCloseTo(16 / 9);
    expect(pictureHeight(slide)).toBe(SLIDE.heightPx);
  });

  test('is drawn larger where few rows leave room, and no smaller where many do not', () => {
    const few = { lines: lines.slice(0, 3), rest: null };
    const { widthPx, heightPx, magnified } = slideOf({ ...FACTS, total: 3, cycles: 3 }, few, 12);
    expect(magnified).toBeGreaterThan(1.2);
    expect([widthPx * magnified, heightPx * magnified]).toEqual([SLIDE.widthPx, SLIDE.heightPx]);
    expect(slide.magnified).toBe(1);
    const long = { ...FACTS, conditions: ['x'.repeat(90)], total: 3, cycles: 3 };
    expect(slideOf(long, few, 12).magnified).toBe(1);
    // A name that has room at the usual size is not cut for larger letters.
    const [named] = linesOf([
      timelineItem({ productName: 'Red Hat Enterprise Linux', cycle: '8', eolDate: '2027-03-01' }),
    ]).map((line) => ({ ...line, images: 4 }));
    const one = { lines: named ? [named] : [], rest: null };
    expect(slideOf({ ...FACTS, total: 1, cycles: 1 }, one, 12).magnified).toBeLessThan(magnified);
  });

  test('says what it shows of how many, and shows a year', () => {
    const texts = textsIn(timelineSvg(slide));
    expect(texts).toEqual(
      expect.arrayContaining([
        'What ends in the next 12 months · Acme',
        '12 of 40 products, those in most images · as of 21 Nov 2026',
        '28 more products end from 4 Mar 2027 on; the one in most images is Brig, in 900',
        'Product 0 20',
        '1,200',
        '2027',
        'Nov',
      ]),
    );
  });

  test('says of all that it shows how many there are, and of one left out which', () => {
    const textsOf = (total: number, left: typeof rest | null) =>
      textsIn(timelineSvg(slideOf({ ...FACTS, total, cycles: total }, { lines, rest: left }, 12)));
    expect(textsOf(12, null)).toContain('12 products · 12 release cycles · as of 21 Nov 2026');
    expect(textsOf(13, { ...rest, lines: 1 })).toContain(
      '1 more product ends on 4 Mar 2027: Brig, in 900 images',
    );
    expect(textsOf(12, null).filter((text) => text?.includes('more product'))).toEqual([]);
  });
});

describe('sheets of paper', () => {
  test('a line that does not fit begins a new one, and one that is longer goes on', () => {
    const group = (name: string, rows: number) =>
      Array.from({ length: rows }, (_, index) => `${name}${String(index)}`);
    const sheets = inSheets([group('a', 2), group('b', 2), group('c', 5), group('d', 1)], 3);
    expect(sheets).toEqual([
      ['a0', 'a1'],
      ['b0', 'b1'],
      ['c0', 'c1', 'c2'],
      ['c3', 'c4', 'd0'],
    ]);
  });

  test('each has the head, and all rows are on one of them', () => {
    const many = Array.from({ length: 90 }, (_, index) =>
      timelineItem({ productName: `Product ${String(index)}`, eolDate: '2027-01-01' }),
    );
    const sheets = sheetsOf(FACTS, { ...VIEW, lines: linesOf(many) });
    expect(sheets.length).toBeGreaterThan(2);
    const texts = sheets.map((sheet) => textsIn(timelineSvg(sheet)));
    for (const [index, sheet] of texts.entries()) {
      expect(sheet).toContain('Software end of life · Acme');
      expect(sheet).toContain(`Sheet ${String(index + 1)} of ${String(sheets.length)}`);
    }
    expect(texts.flat().filter((text) => text?.startsWith('Product'))).toHaveLength(90);
    expect(new Set(sheets.map((sheet) => pictureHeight(sheet))).size).toBe(1);
  });
});

test('all rows are in one picture, whatever their number', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    timelineItem({ productName: `Product ${String(index)}`, eolDate: '2027-01-01' }),
  );
  const facts = whole({}, { lines: linesOf(many) });
  expect(textsIn(timelineSvg(facts)).filter((text) => text?.startsWith('Product'))).toHaveLength(
    300,
  );
  expect(pictureHeight(facts)).toBeGreaterThan(300 * 24);
});

test('it loads nothing and holds no markup of a name', () => {
  const evil = timelineItem({ productName: '"/><script>alert(1)</script>', cycle: '\u0000&' });
  const markup = timelineSvg(whole({ organization: '<a href="x">' }, { lines: linesOf([evil]) }));
  expect(markup).not.toMatch(/<script|<a |href="|<image|<style|<foreignObject/);
  expect(markup).toContain('&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp;');
});

test('it stands at the zoom and place of the chart, and marks no end that is not there', () => {
  const item = timelineItem({ releaseDate: '2015-01-01', eolDate: '2031-01-01' });
  const at = (day: string) =>
    timelineSvg(
      whole({}, { lines: linesOf([item]), zoom: 'month', anchor: anchorAt(parseDay(day), today) }),
    );
  const texts = textsIn(at('2030-12-01'));
  expect(texts).toEqual(expect.arrayContaining(['2030', 'Dec', '2031', '1 Jan 2031']));
  expect(texts).not.toContain('2026');
  expect(texts).not.toContain('Today · 21 Nov 2026');
  // The mark beside the name, and that of the end.
  const marks = (markup: string) => markup.split('viewBox="0 0 12 12"').length - 1;
  expect(marks(at('2030-12-01')) - marks(at('2027-12-01'))).toBe(1);
  expect(textsIn(at('2027-12-01'))).toContain('1 Jan 2031 ›');
});

test('the words of a line of several ends stand beside the one that they tell', () => {
  const next = timelineItem({ cycle: '20', eolDate: '2026-12-30' });
  const last = timelineItem({ cycle: '24', eolDate: '2028-04-30' });
  const markup = timelineSvg(
    whole({ states: {} }, { lines: [timelineLine(next, last)], zoom: 'quarter' }),
  );
  const [wordsX] = numbersIn(markup, /translate\(([\d.]+) 0\.00\)"><rect y="-8"[^]*?>20 ends/g);
  const marks = numbersIn(markup, /translate\(([\d.]+) 0\.00\)"><circle/g);
  expect(marks).toHaveLength(2);
  // Half of a mark, and some air: and far from the other one.
  expect((wordsX ?? 0) - (marks[0] ?? 0)).toBeCloseTo(8);
  expect(wordsX).toBeLessThan((marks[1] ?? 0) - 200);
});

const numbersIn = (markup: string, pattern: RegExp) =>
  [...markup.matchAll(pattern)].map(([, number]) => Number(number));

test('a PNG is three times the size, as far as browsers can draw', () => {
  expect(pngScale(SLIDE)).toBe(3);
  const scale = pngScale({ widthPx: 1600, heightPx: 24_300 });
  expect(24_300 * scale).toBeLessThanOrEqual(16_384);
  const middling = pngScale({ widthPx: 1600, heightPx: 15_000 });
  expect(1600 * 15_000 * middling ** 2).toBeLessThanOrEqual(64_000_001);
});

test.each([
  ['Acme', 'timeline-acme-2026-11-21.svg'],
  ['../Straße & Söhne/', 'timeline-stra-e-s-hne-2026-11-21.svg'],
  ['株式会社', 'timeline-2026-11-21.svg'],
])('the file of %s is called %s', (organization, name) => {
  expect(fileName('timeline', { organization, today }, 'svg')).toBe(name);
});

test.each([
  ['nul\u0000 bell\u0007 escape\u001b', 'nul bell escape'],
  ['half a pair \ud83d', 'half a pair '],
  ['a pair 😀 and \uffff', 'a pair 😀 and '],
  ['line\nand\ttab', 'line\nand\ttab'],
])('%j loses what no XML can hold', (text, written) => {
  expect(shortened(text, 90)).toBe(written);
});

test('a long name is cut between characters', () => {
  expect(shortened('short', 5)).toBe('short');
  expect(shortened('a😀😀😀', 3)).toBe('a😀…');
});

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { SupportLevel } from '@/domain/catalog/catalog';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { parseDay } from '@/domain/eol/calendar';
import { readCle } from './read';
import { CLE_TEXT_SCHEMA } from './testing/schema';
import { cycleOfVersions, versionsOfCycle } from './versions';
import { cleDocument, cleEvents, type CleFact } from './write';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const holds = ajv.compile(CLE_TEXT_SCHEMA);

const url = (page: number) => `https://eventide.example.com/cle?page=${String(page)}`;
const NODE = { slug: 'nodejs', purls: ['pkg:npm/node'] };

const fact = (
  cycle: string,
  level: SupportLevel,
  end: string | null,
  on: string,
  more: Partial<CleFact> = {},
): CleFact => ({
  ...{ cycle, level, sequence: 1, withdrawn: false, learntAt: new Date(`${on}T10:00:00Z`) },
  endsOn: end === null ? null : parseDay(end),
  ...more,
});

const FIRST = [
  fact('18', 'STANDARD_SUPPORT', '2025-04-30', '2026-01-01'),
  fact('20', 'ACTIVE_SUPPORT', '2024-10-22', '2026-01-01'),
  fact('20', 'STANDARD_SUPPORT', '2026-04-30', '2026-01-01'),
  fact('22', 'STANDARD_SUPPORT', null, '2026-01-01'),
];
const LATER = [
  fact('20', 'STANDARD_SUPPORT', '2026-10-31', '2026-03-01', { sequence: 2 }),
  fact('16', 'STANDARD_SUPPORT', '2023-09-11', '2026-03-02'),
  fact('18', 'STANDARD_SUPPORT', null, '2026-04-01', { sequence: 2, withdrawn: true }),
  fact('20', 'EXTENDED_SUPPORT', '2029-01-31', '2026-05-01'),
];

/** As which of both a day was read, what stood beside it decided. */
const eitherEnd = (day: string) => [
  { end: 'supportedUntil', day },
  { end: 'extendedUntil', day },
];

describe('the events of a product', () => {
  it('are withdrawn and told anew where a date was changed', () => {
    const events = cleEvents([...LATER, ...FIRST], NODE);
    expect(
      events.map((one) => [
        one.id,
        one.type,
        one.type === 'withdrawn' ? one.eventId : `${one.effective} ${one.supportId}`,
      ]),
    ).toEqual([
      [1, 'endOfSupport', '2025-04-30T00:00:00Z standard'],
      [2, 'endOfDevelopment', '2024-10-22T00:00:00Z active'],
      [3, 'endOfSupport', '2026-04-30T00:00:00Z standard'],
      [4, 'withdrawn', 3],
      [5, 'endOfSupport', '2026-10-31T00:00:00Z standard'],
      [6, 'endOfSupport', '2023-09-11T00:00:00Z standard'],
      [7, 'withdrawn', 1],
      [8, 'endOfSupport', '2029-01-31T00:00:00Z extended'],
    ]);
  });

  it('keep their numbers and what they say, whatever comes after them', () => {
    const before = cleEvents(FIRST, NODE);
    expect(cleEvents([...LATER, ...FIRST], NODE).slice(0, before.length)).toEqual(before);
  });

  it('are read back, of those that were withdrawn the days alone', () => {
    const document = cleDocument(NODE, cleEvents([...LATER, ...FIRST], NODE), 1, url);
    expect(holds(document) || ajv.errorsText(holds.errors)).toBe(true);
    expect(document.events.map(({ id }) => id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(document).not.toHaveProperty('next');
    expect(readCle(document)).toEqual({
      products: [
        {
          ...{ name: 'node', vendor: null, purls: ['pkg:npm/node'] },
          cycles: [
            {
              ...{ name: '16', releasedOn: null, activeUntil: null },
              ...{ supportedUntil: '2023-09-11', extendedUntil: null },
              ...{ unknown: [], withdrawn: [] },
            },
            {
              ...{ name: '20', releasedOn: null, activeUntil: '2024-10-22' },
              ...{ supportedUntil: '2026-10-31', extendedUntil: '2029-01-31' },
              ...{ unknown: [], withdrawn: eitherEnd('2026-04-30') },
            },
            {
              ...{ name: '18', releasedOn: null, activeUntil: null },
              ...{ supportedUntil: null, extendedUntil: null },
              ...{ unknown: [], withdrawn: eitherEnd('2025-04-30') },
            },
          ],
        },
      ],
    });
  });

  it('are read back as ends of what is sold where they are of that alone', () => {
    const sold = [fact('4.0', 'EXTENDED_SUPPORT', '2027-06-11', '2026-01-01')];
    const document = cleDocument(NODE, cleEvents(sold, NODE), 1, url);
    const read = (given: object) => readCle(given);
    const dates = (supportedUntil: string | null, extendedUntil: string | null) => ({
      products: [{ cycles: [{ name: '4.0', supportedUntil, extendedUntil }] }],
    });
    expect(read(document)).toMatchObject(dates(null, '2027-06-11'));
    // Of others nobody knows what their levels are.
    const others = { support: [{ id: 'extended', description: 'Ours' }] };
    for (const definitions of [undefined, others, { support: 'x' }]) {
      expect(read({ ...document, definitions })).toMatchObject(dates('2027-06-11', null));
    }
  });

  it('stand on pages of at most 100,000, each with the address of the next', () => {
    const facts = Array.from({ length: 100_001 }, (_, place) =>
      fact(`c${String(place).padStart(6, '0')}`, 'STANDARD_SUPPORT', '2026-01-01', '2026-01-01'),
    );
    const events = cleEvents(facts, { slug: 'big', purls: [] });
    const [first, second] = [1, 2].map((page) =>
      cleDocument({ slug: 'big', purls: [] }, events, page, url),
    );
    expect([first?.events.length, first?.events[0]?.id, first?.next]).toEqual([
      100_000,
      100_000,
      url(2),
    ]);
    expect([second?.events.map(({ id }) => id), second?.next]).toEqual([[100_001], undefined]);
    expect(first?.identifier).toBe('pkg:generic/big');
  });

  it('hold for every product of the starter catalog', () => {
    for (const product of starterCatalog()) {
      const purls = product.identifiers.flatMap(({ kind, value }) =>
        kind === 'purl' ? [value] : [],
      );
      const facts = product.cycles.flatMap(({ name, support }) =>
        support.map(({ level, endsOn }) => fact(name, level, endsOn, '2026-01-01')),
      );
      const of = { slug: product.slug, purls };
      const document = cleDocument(of, cleEvents(facts, of), 1, url);
      expect(holds(document) || `${product.slug}: ${ajv.errorsText(holds.errors)}`).toBe(true);
    }
  });
});

describe('the versions of a release cycle', () => {
  it.each([
    ['3.2', 'vers:pypi/>=3.2|<3.3'],
    ['24', 'vers:pypi/>=24|<25'],
    ['22.04', 'vers:pypi/>=22.04|<22.05'],
  ])('of %s are a range that is read back', (cycle, range) => {
    expect(versionsOfCycle(cycle, 'pypi')).toEqual({ range });
    expect(cycleOfVersions({ range })).toBe(cycle);
  });

  it('of a codename are that alone', () => {
    expect(versionsOfCycle('sid', 'deb')).toEqual({ version: 'sid' });
  });

  it.each([
    ['vers:npm/>=1.0.0|<2.0.0', '1'],
    ['vers:npm/>=3.2.0|<3.3.0', '3.2'],
    ['vers:npm/>=1.0.0|<4.0.0', null],
    ['vers:npm/<2', null],
    ['vers:npm/*', null],
  ])('%s is release cycle %s', (range, cycle) => {
    expect(cycleOfVersions({ range })).toBe(cycle);
  });
});

describe('a document of others', () => {
  const event = { id: 1, published: '2026-01-01T00:00:00Z', effective: '2026-12-31T00:00:00Z' };
  const document = (events: object[]) => ({
    ...{
      $schema: 'https://example.com/cle.json',
      identifier: 'pkg:npm/a',
      updatedAt: event.published,
    },
    events,
  });

  it('is refused with its place', () => {
    const range = 'vers:npm/>=1|<9';
    const bad = { ...event, type: 'endOfLife', versions: [{ range }] };
    expect(readCle(document([bad]))).toEqual({
      faults: [
        {
          path: ['events', 0, 'versions', 0],
          message: 'must be a release cycle: a version, or a range such as vers:npm/>=3.2|<3.3',
        },
      ],
    });
    const two = [
      { ...event, type: 'released', version: '1' },
      { ...event, type: 'released', version: '2' },
    ];
    expect(readCle(document(two))).toHaveProperty('faults');
    expect(readCle(document([{ ...event, type: 'soldOut' }]))).toHaveProperty('faults');
    expect(readCle({ ...document([]), identifier: 'a' })).toHaveProperty('faults');
  });

  it('may say the end of life alone, and releases', () => {
    const events = [
      { ...event, id: 2, type: 'endOfLife', versions: [{ range: 'vers:npm/>=1.0.0|<2.0.0' }] },
      { ...event, id: 1, type: 'released', version: '1', effective: '2020-01-01T00:00:00Z' },
    ];
    expect(readCle(document(events))).toMatchObject({
      products: [
        { cycles: [{ name: '1', releasedOn: '2020-01-01', supportedUntil: '2026-12-31' }] },
      ],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { headerKey } from '@/domain/validation/address';
import { companionAddress } from './address';
import { readPage } from './portfolio';
import { msToNextPull, retryAfterMs } from './pull';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('an address', () => {
  it.each([
    ['https://dtrack.example.com', 'https://dtrack.example.com'],
    [' https://DTRACK.example.com/ ', 'https://dtrack.example.com'],
    ['https://dtrack.example.com/api', 'https://dtrack.example.com'],
    ['https://dtrack.example.com/api/v1/', 'https://dtrack.example.com'],
    ['https://example.com/dtrack/api/', 'https://example.com/dtrack'],
    ['http://10.0.0.1:8081', 'http://10.0.0.1:8081'],
    ['https://example.com/apis', 'https://example.com/apis'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(companionAddress.parse(typed)).toBe(kept);
  });

  it.each([
    'dtrack.example.com',
    'ftp://example.com',
    'https://user:hunter2@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
    '',
    'https://',
    `https://example.com/${'x'.repeat(2_048)}`,
    'https://example.com/\0',
  ])('is refused, and not repeated: %j', (typed) => {
    const { error } = companionAddress.safeParse(typed);
    expect(error).toBeDefined();
    expect(JSON.stringify(error?.issues)).not.toContain('hunter2');
  });
});

it('a key is what a header can carry', () => {
  expect(headerKey.parse(' odt_aB3 ')).toBe('odt_aB3');
  for (const key of ['', '   ', 'a b', 'a\nb', 'schlüssel', 'x'.repeat(513)]) {
    expect(headerKey.safeParse(key).success).toBe(false);
  }
});

describe('the next pull', () => {
  const end = { failures: 0, intervalHours: 6, waitMs: null } as const;

  it('comes after the interval, sooner when something waits or has failed, never sooner than asked', () => {
    expect(msToNextPull({ ...end, outcome: 'complete' })).toBe(6 * HOUR);
    expect(msToNextPull({ ...end, outcome: 'unfinished' })).toBe(5 * MINUTE);
    const failed = (failures: number) => msToNextPull({ ...end, outcome: 'failed', failures });
    expect([1, 2, 3, 50].map(failed)).toEqual([15 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR]);
    const asked = { ...end, outcome: 'failed', failures: 1, waitMs: 9 * HOUR } as const;
    expect(msToNextPull(asked)).toBe(9 * HOUR);
    expect(msToNextPull({ ...asked, waitMs: 1e12 })).toBe(24 * HOUR);
  });

  it('reads Retry-After in both of its forms', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Sat, 21 Nov 2026 12:01:00 GMT', now)).toBe(MINUTE);
    expect(retryAfterMs('Sat, 21 Nov 2020 12:01:00 GMT', now)).toBe(0);
    expect([null, '', 'soon', '-5x'].map((text) => retryAfterMs(text, now))).toEqual([
      ...[null, null, null, null],
    ]);
  });
});

describe('a page of projects', () => {
  const uuid = 'A2F7C1D0-0000-4000-8000-000000000001';
  const entry = { uuid, name: ' shop ', version: '1', lastBomImport: 1_763_726_400_000 };

  it('is read as 4.x and 5.x write it', () => {
    const tags = [{ name: 'team=payments' }, { name: '' }];
    const parent = { uuid, name: 'above', version: '2' };
    const page = readPage([
      { ...entry, active: true, collectionLogic: 'NONE', isLatest: true, tags, parent },
      { ...entry, version: '', lastBomImport: '2025-11-21T12:00:00Z', parent: { name: 'above' } },
      { ...entry, collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' },
      { ...entry, lastBomImport: null, version: null },
      { ...entry, active: false },
    ]);
    expect(page).toEqual({
      length: 5,
      unreadable: 0,
      projects: [
        {
          ...{ uuid: uuid.toLowerCase(), name: 'shop', version: '1', isLatest: true },
          ...{ importedAt: new Date('2025-11-21T12:00:00Z'), tags: ['team=payments'] },
          parent: { name: 'above', version: '2' },
        },
        expect.objectContaining({
          ...{ version: null, importedAt: new Date('2025-11-21T12:00:00Z'), isLatest: undefined },
          parent: { name: 'above', version: null },
        }),
        expect.objectContaining({ importedAt: null }),
        expect.objectContaining({ importedAt: null, version: null }),
      ],
    });
  });

  it('counts what it does not understand, and takes nothing else for a page', () => {
    const wrong = [{}, null, 'x', { ...entry, name: 'a\0b' }, { ...entry, uuid: '../../etc' }];
    expect(readPage([...wrong, entry])).toMatchObject({ unreadable: 5, length: 6 });
    const never = [
      8.64e15,
      253_402_300_800_000,
      '9999-12-31T23:59:59-12:00',
      '0001-01-01T00:00:00+14:00',
    ];
    const late = never.map((lastBomImport) => ({ ...entry, lastBomImport }));
    expect(readPage(late)).toMatchObject({ unreadable: 4, length: 4 });
    const last = readPage([{ ...entry, lastBomImport: 253_402_300_799_999 }]);
    expect(last?.projects[0]?.importedAt?.toISOString()).toBe('9999-12-31T23:59:59.999Z');
    expect([readPage({}), readPage(null), readPage('[]')]).toEqual([null, null, null]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  digestHour,
  digestPeriodStart,
  isUrgent,
  nextDigestAt,
  type Rhythm,
  timeZone,
} from './tempo';

const next = (rhythm: Rhythm, after: string) =>
  nextDigestAt(rhythm, new Date(after)).toISOString().slice(0, 16);
const berlin = { timeZone: 'Europe/Berlin', hour: 8 };

describe('the moment of the next digest', () => {
  it.each([
    ['daily', '2026-11-26T06:59:59Z', '2026-11-26T07:00'],
    // The moment itself is over: what is due then is the one after.
    ['daily', '2026-11-26T07:00:00Z', '2026-11-27T07:00'],
    ['weekly', '2026-11-26T12:00:00Z', '2026-11-30T07:00'],
    ['weekly', '2026-11-30T06:59:00Z', '2026-11-30T07:00'],
    ['weekly', '2026-11-30T07:00:00Z', '2026-12-07T07:00'],
    ['monthly', '2026-11-26T12:00:00Z', '2026-12-01T07:00'],
    ['monthly', '2026-12-01T07:00:00Z', '2027-01-01T07:00'],
    ['monthly', '2027-01-31T12:00:00Z', '2027-02-01T07:00'],
  ] as const)('of a %s one after %s is %s', (tempo, after, expected) => {
    expect(next({ ...berlin, tempo }, after)).toBe(expected);
  });

  it('is the same hour for the reader on both sides of a change of the clocks', () => {
    expect(next({ ...berlin, tempo: 'daily' }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00');
    expect(next({ ...berlin, tempo: 'daily' }, '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00');
    expect(next({ ...berlin, tempo: 'monthly' }, '2026-03-15T12:00:00Z')).toBe('2026-04-01T06:00');
  });

  it('is right after an hour that the clocks skip, and the next day at the hour again', () => {
    const rhythm = { tempo: 'daily', timeZone: 'Europe/Berlin', hour: 2 } as const;
    expect(next(rhythm, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00');
    expect(next(rhythm, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00');
  });

  it('is the first of two, where an hour comes twice, and not the second as well', () => {
    const rhythm = { tempo: 'daily', timeZone: 'Europe/Berlin', hour: 2 } as const;
    expect(next(rhythm, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00');
    expect(next(rhythm, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00');
  });

  it.each([
    ['Asia/Kolkata', 0, '2026-11-26T12:00:00Z', '2026-11-26T18:30'],
    ['Pacific/Kiritimati', 9, '2026-11-26T12:00:00Z', '2026-11-26T19:00'],
    ['America/Los_Angeles', 23, '2026-11-26T12:00:00Z', '2026-11-27T07:00'],
    // Half an hour is what the clocks of Lord Howe change by.
    ['Australia/Lord_Howe', 2, '2026-10-03T00:00:00Z', '2026-10-03T15:30'],
    ['UTC', 0, '2026-12-31T23:59:59Z', '2027-01-01T00:00'],
  ])('is by the clocks of %s', (zone, hour, after, expected) => {
    expect(next({ tempo: 'daily', timeZone: zone, hour }, after)).toBe(expected);
  });

  it('comes once a day for a year, in every zone that changes its clocks', () => {
    for (const zone of ['Europe/London', 'America/New_York', 'America/Santiago', 'Africa/Cairo']) {
      for (const hour of [0, 1, 2, 3]) {
        let at = new Date('2026-01-01T12:00:00Z');
        let count = 0;
        while (at < new Date('2027-01-01T12:00:00Z')) {
          const after = nextDigestAt({ tempo: 'daily', timeZone: zone, hour }, at);
          const hours = (after.getTime() - at.getTime()) / 3_600_000;
          if (count > 0) expect(Math.abs(hours - 24)).toBeLessThanOrEqual(2);
          at = after;
          count += 1;
        }
        expect(count).toBe(365 + 1);
      }
    }
  });

  it('is now, where nothing waits', () => {
    expect(next({ ...berlin, tempo: 'at_once' }, '2026-11-26T06:59:00Z')).toBe('2026-11-26T06:59');
  });
});

it.each([
  ['daily', '2026-03-29T06:00:00Z', '2026-03-28T07:00'],
  ['weekly', '2026-03-30T06:00:00Z', '2026-03-23T07:00'],
  ['monthly', '2026-04-01T06:00:00Z', '2026-03-01T07:00'],
] as const)('the period of a %s digest due at %s begins at %s', (tempo, due, expected) => {
  const start = digestPeriodStart({ ...berlin, tempo }, new Date(due));
  expect(start.toISOString().slice(0, 16)).toBe(expected);
});

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s is a time zone',
  (name) => {
    expect(timeZone.parse(name)).toBe(name);
  },
);

it.each(['', '+01:00', 'Europe/Atlantis', '../etc/passwd', 'x'.repeat(65)])(
  '%j is no time zone',
  (name) => {
    expect(timeZone.safeParse(name).success).toBe(false);
  },
);

it('takes hours of a day alone', () => {
  const right = [-1, 0, 23, 24, 7.5].map((hour) => digestHour.safeParse(hour).success);
  expect(right).toEqual([false, true, true, false, false]);
});

it('takes for urgent what breaks builds, and what is broken', () => {
  expect(isUrgent({ kind: 'build.denied', severity: 'info' })).toBe(true);
  expect(isUrgent({ kind: 'support.ends', severity: 'critical' })).toBe(true);
  expect(isUrgent({ kind: 'support.ends', severity: 'warning' })).toBe(false);
});

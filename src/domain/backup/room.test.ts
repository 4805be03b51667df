import { describe, expect, it } from 'vitest';
import { roomFault, waitAfterFull } from './room';

const MIB = 1024 * 1024;

describe('room for a backup', () => {
  it.each([
    ['as the last one was', { freeBytes: 157 * MIB, lastBytes: 100 * MIB }],
    ['as the database is, where there was none', { freeBytes: 1_282 * MIB, lastBytes: null }],
  ])('is a quarter more, and something for others: %s', (_name, room) => {
    const whole = { ...room, databaseBytes: 1_000 * MIB };
    expect(roomFault('/backups', whole)).toBeNull();
    expect(roomFault('/backups', { ...whole, freeBytes: room.freeBytes - 1 })).toContain(
      'There is no room for a backup',
    );
  });

  it('is said to be missing with what is free, what it takes and why', () => {
    const room = { freeBytes: 12 * MIB, databaseBytes: 1_000 * MIB };
    expect(roomFault('/backups', { ...room, lastBytes: 100 * MIB })).toBe(
      'There is no room for a backup: 12 MiB are free in /backups, and it may take 157 MiB, as the last one has 100 MiB. Nothing was written.',
    );
    expect(roomFault('/backups', { ...room, lastBytes: null })).toContain(
      'it may take 1282 MiB, as the database has 1000 MiB',
    );
  });
});

it('a disk that was filled is left alone for an hour, twice as long each time, for a day at most', () => {
  const hours = [1, 2, 3, 4, 5, 6, 2_000].map((times) => waitAfterFull(times) / 3_600_000);
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
});

import { describe, expect, it } from 'vitest';
import {
  backupName,
  laterFormatOf,
  outlived,
  refusalOf,
  scheduledName,
  unfinished,
} from './manifest';

describe('a backup of another version', () => {
  const migrations = [{ name: '1_first', checksum: 'a' }];

  it('is taken where every migration of it is known as it is', () => {
    const known = new Map([
      ['1_first', 'a'],
      ['2_second', 'b'],
    ]);
    expect(refusalOf({ migrations, release: '0.1.0' }, known)).toBeNull();
  });

  it('is refused where it is newer, with the version that made it', () => {
    expect(refusalOf({ migrations, release: '9.9.9' }, new Map())).toMatch(
      /newer than this version.*version 9\.9\.9 made it.*1_first/,
    );
  });

  it('is refused where a migration is another', () => {
    expect(refusalOf({ migrations, release: '0.1.0' }, new Map([['1_first', 'b']]))).toMatch(
      /1_first in another form .* version that made it \(0\.1\.0\), then start this one/,
    );
  });

  it('is known by its format, whatever else that brings', () => {
    expect(laterFormatOf({ format: 2, release: '9.9.9', more: [] })).toBe('9.9.9');
    expect(laterFormatOf({ format: 1, release: '0.1.0' })).toBeNull();
    expect(laterFormatOf('nothing')).toBeNull();
  });
});

describe('the files of a folder', () => {
  const at = new Date('2026-11-26T23:05:09.500Z');
  const [ours, theirs] = ['0123abcd', '4567cdef'];
  const named = (day: number, database = ours) =>
    `eventide-scheduled-${database}-202611${String(day)}T230509Z.tar.gz`;

  it('are named by their time, those of the schedule by their database as well', () => {
    expect(backupName(at)).toBe('eventide-20261126T230509Z.tar.gz');
    expect(scheduledName(ours, at)).toBe(named(26));
  });

  it('outlive the newest ones, and only where the schedule of the database named them', () => {
    const others = ['before-the-move.tar.gz', 'eventide-20261120T230509Z.tar.gz'];
    const names = [named(25), named(26), named(24), ...others];
    const other = [named(22, theirs), named(23, theirs)];
    const all = [...names, ...other, `${named(21)}.0123456789ab.partial`];
    expect(outlived(all, { database: ours, keep: 1, at })).toEqual([named(25), named(24)]);
    expect(outlived(all, { database: ours, keep: 3, at })).toEqual([]);
    expect(outlived(all, { database: theirs, keep: 1, at })).toEqual([named(22, theirs)]);
  });

  it('are not pushed out by one from after now', () => {
    const names = [named(26), named(27), named(28)];
    expect(outlived(names, { database: ours, keep: 1, at })).toEqual([]);
    const later = new Date('2026-11-29T00:00:00Z');
    expect(outlived(names, { database: ours, keep: 2, at: later })).toEqual([named(26)]);
  });

  it('are unfinished where a process of the same database was killed', () => {
    const left = `${named(26)}.0123456789ab.partial`;
    const others = [named(26), `${named(26, theirs)}.0123456789ab.partial`];
    expect(unfinished([...others, left], ours)).toEqual([left]);
  });
});

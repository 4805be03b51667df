import { describe, expect, it } from 'vitest';
import { backupName, laterFormatOf, outlived, refusalOf } from './manifest';

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
    expect(refusalOf({ migrations, release: '0.1.0' }, new Map([['1_first', 'b']]))).toContain(
      'another program',
    );
  });

  it('is known by its format, whatever else that brings', () => {
    expect(laterFormatOf({ format: 2, release: '9.9.9', more: [] })).toBe('9.9.9');
    expect(laterFormatOf({ format: 1, release: '0.1.0' })).toBeNull();
    expect(laterFormatOf('nothing')).toBeNull();
  });
});

describe('the files of a folder', () => {
  it('are named by their time', () => {
    expect(backupName(new Date('2026-11-26T23:05:09.500Z'))).toBe(
      'eventide-20261126T230509Z.tar.gz',
    );
  });

  it('outlive the newest ones, and only where the service named them', () => {
    const names = [
      'eventide-20261125T230509Z.tar.gz',
      'eventide-20261126T230509Z.tar.gz',
      'eventide-20261124T230509Z.tar.gz',
      'before-the-move.tar.gz',
    ];
    expect(outlived(names, 1)).toEqual([
      'eventide-20261125T230509Z.tar.gz',
      'eventide-20261124T230509Z.tar.gz',
    ]);
    expect(outlived(names, 3)).toEqual([]);
  });
});

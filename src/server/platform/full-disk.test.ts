import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { BackupError } from '@/domain/backup/fault';
import { askedOfDisk, asNoRoom, isFullDisk } from './full-disk';

const failed = (more: object) => Object.assign(new Error('no'), more);
/** As node words it: it knows no name for it. */
const quota = failed({
  errno: -constants.errno.EDQUOT,
  code: `Unknown system error -${String(constants.errno.EDQUOT)}`,
});

describe('a full disk', () => {
  it.each([
    ['the disk', failed({ code: 'ENOSPC' })],
    ['a quota', quota],
    ['the disk of the database', failed({ code: '53100' })],
    ['SQLite', failed({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  ])('is told by what %s says, however deep', (_who, error) => {
    expect(isFullDisk(error)).toBe(true);
    expect(isFullDisk(new BackupError('no', { cause: error }))).toBe(true);
    expect(asNoRoom(error, 'no room')).toMatchObject({ code: 'unavailable', message: 'no room' });
  });

  it.each([
    failed({ code: 'EACCES', errno: -constants.errno.EACCES }),
    failed({ code: '57P01' }),
    // A disk that is broken, or a quota: it is to be asked.
    failed({ code: 'ERR_SQLITE_ERROR', errcode: 778 }),
    new Error('ENOSPC'),
    'ENOSPC',
    null,
  ])('is not what something else is: %j', (error) => {
    expect(isFullDisk(error)).toBe(false);
    expect(asNoRoom(error, 'no room')).toBe(error);
  });

  it('is not asked where SQLite knows', async () => {
    const full = failed({ code: 'ERR_SQLITE_ERROR', errcode: 13 });
    expect(await askedOfDisk(full, '/none')).toBe(full);
    expect(await askedOfDisk(quota, '/none')).toBe(quota);
  });
});

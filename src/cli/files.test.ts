import { afterEach, expect, test, vi } from 'vitest';
import { defaultFile, pathOf } from './files';

afterEach(() => vi.unstubAllEnvs());

test('a file without a name goes where npm was called, and without npm into the data folder', () => {
  vi.stubEnv('INIT_CWD', '/home/ann');
  expect(defaultFile('backup.tar.gz', '/data')).toBe('/home/ann/backup.tar.gz');
  vi.stubEnv('INIT_CWD', undefined);
  expect(defaultFile('backup.tar.gz', '/data')).toBe('/data/backup.tar.gz');
});

test('a file that was named lies where npm was called', () => {
  vi.stubEnv('INIT_CWD', '/home/ann');
  expect(pathOf('backup.tar.gz')).toBe('/home/ann/backup.tar.gz');
  expect(pathOf('/safe/backup.tar.gz')).toBe('/safe/backup.tar.gz');
});

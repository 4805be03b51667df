import { expect, test } from 'vitest';
import { defaultFile } from './files';

test('a file without a name goes where npm was called, and without npm into the data folder', () => {
  expect(defaultFile('backup.tar.gz', '/data', '/home/ann')).toBe('/home/ann/backup.tar.gz');
});

test('without npm it goes into the data folder', () => {
  const before = process.env.INIT_CWD;
  delete process.env.INIT_CWD;
  try {
    expect(defaultFile('backup.tar.gz', '/data')).toBe('/data/backup.tar.gz');
  } finally {
    if (before !== undefined) process.env.INIT_CWD = before;
  }
});

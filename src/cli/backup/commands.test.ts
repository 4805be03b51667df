import { expect, test } from 'vitest';
import { defaultFile } from './commands';

test('a backup without a name goes where npm was called, and without npm into the data folder', () => {
  const at = new Date('2026-11-26T23:05:00Z');
  const name = 'eventide-20261126T230500Z.tar.gz';
  expect(defaultFile(at, '/data', '/home/ann')).toBe(`/home/ann/${name}`);
  expect(defaultFile(at, '/data', undefined)).toBe(`/data/${name}`);
});

import { expect, test } from 'vitest';
import { printShares } from './columns';

test('on paper every column has a share, that of the name not the least, and they are all of it', () => {
  const shares = printShares([
    { id: 'name', header: 'Name', primary: true },
    { id: 'note', header: 'Note' },
    { id: 'type', header: 'Type', widthPx: 124 },
    { id: 'images', header: 'Images', widthPx: 72 },
    { id: 'end', header: 'End', widthPx: { least: 180, share: 20, most: 300 } },
  ]);
  const [name = 0, note = 0] = shares;
  expect(Math.min(...shares)).toBeGreaterThan(5);
  expect(name).toBe(Math.max(...shares));
  expect(note).toBeGreaterThan(20);
  expect(Math.round(shares.reduce((sum, share) => sum + share, 0))).toBe(100);
});

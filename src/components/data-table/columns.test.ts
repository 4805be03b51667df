import { expect, test } from 'vitest';
import { neededWidth, printShares, type ColumnFacts } from './columns';
import { cardLayout, TABLE_WIDTHS, widthFor } from './table-classes';

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

test('on paper a column that may grow much has more than one that may grow little', () => {
  const [, image = 0, project = 0] = printShares([
    { id: 'name', header: 'Name', primary: true },
    { id: 'image', header: 'Image', widthPx: { least: 150, share: 16, most: 420 } },
    { id: 'project', header: 'Project', widthPx: { least: 150, share: 12, most: 180 } },
  ]);
  expect(image).toBeGreaterThan(project);
});

test('on paper long names have more room than what stands beside them', () => {
  const [image = 0, project = 0, state = 0] = printShares([
    { id: 'image', header: 'Image', primary: true },
    { id: 'project', header: 'Project', widthPx: { least: 140, share: 16, most: 240 } },
    { id: 'state', header: 'End of life', widthPx: { least: 250, share: 24, most: 288 } },
    { id: 'labels', header: 'Labels', widthPx: { least: 120, share: 12, most: 240 } },
    { id: 'running', header: 'Running', widthPx: 76 },
    { id: 'verified', header: 'Verified', widthPx: 80 },
    { id: 'seen', header: 'Last seen', widthPx: 108 },
  ]);
  expect(image).toBeGreaterThan(26);
  expect(image).toBeGreaterThan(1.25 * state);
  expect(image).toBeGreaterThan(2 * project);
});

test('on paper numbers keep their room beside names, and leave names theirs', () => {
  const date = { header: 'Date', widthPx: 112 };
  const name: ColumnFacts = { id: 'name', header: 'Name', primary: true };
  const long = { header: 'Image', widthPx: { least: 250, share: 24, most: 600 } };
  expect(
    printShares([name, { id: 'a', ...long }, { id: 'b', ...long }, { id: 'c', ...date }])[3],
  ).toBe(11.2);
  const dates = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({ id: String(at), ...date }));
  expect(printShares([name, ...dates])[0]).toBe(40);
  expect(
    printShares([
      { id: 'a', ...date },
      { id: 'b', ...date },
    ]),
  ).toEqual([50, 50]);
});

test('a column of buttons takes nothing of a sheet of paper', () => {
  const columns: ColumnFacts[] = [
    { id: 'name', header: 'Name', primary: true },
    { id: 'note', header: 'Note' },
    { id: 'actions', header: 'What is it?', widthPx: 150, onPaper: false },
  ];
  expect(printShares(columns)).toEqual([...printShares(columns.slice(0, 2)), 0]);
});

test('a table takes at least what its columns need, so that none is squeezed to nothing', () => {
  const few: ColumnFacts[] = [
    { id: 'name', header: 'Name', primary: true },
    { id: 'images', header: 'Images', widthPx: 72 },
  ];
  const many: ColumnFacts[] = [
    ...few,
    { id: 'end', header: 'End', widthPx: { least: 180, share: 20, most: 300 } },
    { id: 'states', header: 'States', widthPx: 330 },
    { id: 'note', header: 'Note' },
  ];
  expect(neededWidth(few)).toBe(160 + 72);
  expect(neededWidth(many)).toBe(160 + 72 + 180 + 330 + 140);
  for (const columns of [few, many]) {
    expect(widthFor(neededWidth(columns)) * 16).toBeGreaterThanOrEqual(neededWidth(columns));
  }
  expect(widthFor(100_000)).toBe(Math.max(...TABLE_WIDTHS));
});

test('a table that a tablet has no room for is cards there, and one that it has room for is not', () => {
  expect(cardLayout('cards', widthFor(500))).toBe('phone');
  expect(cardLayout('cards', widthFor(880))).toBe('tablet');
  expect(cardLayout('scroll', widthFor(880))).toBe('never');
});

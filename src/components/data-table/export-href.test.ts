import { expect, test } from 'vitest';
import { asJson, withColumns } from './export-href';

test.each([
  ['/lists/a.csv', '/lists/a.csv?columns=name,end'],
  ['/lists/a.csv?q=a%20b&columns=end', '/lists/a.csv?q=a+b&columns=name,end'],
])('%s with columns is %s', (href, expected) => {
  expect(withColumns(href, ['name', 'end'])).toBe(expected);
});

test.each([
  ['/lists/a.csv', '/lists/a.json'],
  ['/lists/a.csv?q=b.csv', '/lists/a.json?q=b.csv'],
])('%s as JSON is %s', (href, expected) => {
  expect(asJson(href)).toBe(expected);
});

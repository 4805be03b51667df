import { expect, test } from 'vitest';
import { zoneFormats } from './zones';

test('a format is made once for a zone, and names that are none are refused', () => {
  const formatOf = zoneFormats('en-GB', { hour: '2-digit' });
  expect(formatOf('Europe/Berlin')).toBe(formatOf('Europe/Berlin'));
  expect(formatOf('Europe/Berlin')).not.toBe(formatOf('Europe/Vienna'));
  expect(() => formatOf('Nowhere/Here')).toThrow(RangeError);
});

test('as many spellings of a zone as there are leave no more formats behind than there are zones', () => {
  const formatOf = zoneFormats('en-GB', { hour: '2-digit' });
  const first = formatOf('Europe/Berlin');
  const spelling = (number: number) =>
    [...'europe/berlin']
      .map((letter, at) => (((number >> at) & 1) === 1 ? letter.toUpperCase() : letter))
      .join('');
  const spellings = new Set(Array.from({ length: 2_048 }, (_, number) => spelling(number)));
  expect(spellings.size).toBeGreaterThan(1_000);
  for (const one of spellings) formatOf(one);
  expect(formatOf('Europe/Berlin')).not.toBe(first);
});

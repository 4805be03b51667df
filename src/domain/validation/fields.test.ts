import { expect, test } from 'vitest';
import { calendarInstant, indexedText, storedText } from './fields';

test('half a surrogate pair becomes a replacement character, a whole one stays', () => {
  expect(storedText(10).parse('a\ud800b')).toBe('a\ufffdb');
  expect(storedText(10).optional().parse('\u{1f600}')).toBe('\u{1f600}');
});

test.each(['a\0b', 'x'.repeat(11)])('%j is refused', (text) => {
  expect(storedText(10).safeParse(text).success).toBe(false);
});

test('a text of an index is bounded in bytes, whatever its characters are', () => {
  const schema = indexedText(2_048);
  expect(schema.safeParse('x'.repeat(2_048)).success).toBe(true);
  expect(schema.safeParse('ß'.repeat(1_024)).success).toBe(true);
  expect(schema.safeParse('ß'.repeat(1_025)).success).toBe(false);
  expect(schema.safeParse('漢'.repeat(682)).success).toBe(true);
  expect(schema.safeParse('漢'.repeat(683)).error?.issues).toMatchObject([
    { message: 'must be of at most 2048 bytes in UTF-8' },
  ]);
});

test.each([
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59+12:00',
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00-14:00',
])('%s is of the calendar', (text) => {
  expect(calendarInstant.parse(text).toISOString()).toMatch(/^\d{4}-/);
});

test.each([
  '9999-12-31T23:59:59-12:00',
  '0001-01-01T00:00:00+14:00',
  '0000-01-01T00:00:00+14:00',
  '0000-06-01T00:00:00Z',
])('%s is none', (text) => {
  expect(calendarInstant.safeParse(text).success).toBe(false);
});

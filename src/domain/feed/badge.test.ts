import { expect, test } from 'vitest';
import { z } from 'zod';
import { badgeOf, drawBadge, toShields } from './badge';

const none = { images: 3, ended: 0, soon: 0, unknown: 0, unmatched: 0 };

test.each([
  [{}, 'none ended', 'green'],
  [{ ended: 2, soon: 1, unknown: 4 }, '2 ended, 1 within 6 months, 4 no known end', 'red'],
  [{ soon: 1 }, '1 within 6 months', 'orange'],
  [{ unknown: 4 }, 'none ended, 4 no known end', 'lightgrey'],
  [{ unmatched: 12 }, 'none ended, 12 packages not matched', 'lightgrey'],
  [{ images: 0 }, 'nothing scanned', 'lightgrey'],
  [{ unmatched: null }, 'none ended', 'green'],
  [{ images: 0, unmatched: null }, 'not in use', 'lightgrey'],
])('%j is %s', (counts, message, color) => {
  expect(badgeOf({ ...none, ...counts })).toEqual({ label: 'end of life', message, color });
});

test('has the members that shields knows, and no other', () => {
  const endpoint = z.strictObject({
    schemaVersion: z.literal(1),
    label: z.string(),
    message: z.string().min(1),
    color: z.string(),
    cacheSeconds: z.int().min(300),
  });
  expect(endpoint.parse(toShields(badgeOf(none)))).toMatchObject({ message: 'none ended' });
});

test('is drawn as wide as its text, with the text for those who do not see it', () => {
  const svg = drawBadge({ label: 'end of life', message: '2 ended', color: 'red' });
  expect(svg).toContain('aria-label="end of life: 2 ended"');
  expect(svg).toContain('<title>end of life: 2 ended</title>');
  const longer = drawBadge({ label: 'end of life', message: '2222 ended', color: 'red' });
  const widthOf = (text: string) => Number(/width="(\d+)"/.exec(text)?.[1]);
  expect(widthOf(longer)).toBeGreaterThan(widthOf(svg));
});

test('text cannot become markup', () => {
  const svg = drawBadge({ label: '"><script>', message: '</text>&', color: 'red' });
  expect(svg).not.toContain('<script>');
  expect(svg).toContain('aria-label="&quot;&gt;&lt;script&gt;: &lt;/text&gt;&amp;"');
});

import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { badgeOf, drawBadge, emptyBadge, toShields } from './badge';

const NONE = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };

test.each([
  [{ later: 3 }, 0, 'none ended', 'later'],
  [{ later: 3, next: 1 }, 0, '1 in 6 to 12 months', 'next'],
  [{ ended: 2, soon: 1, unknown: 4 }, 0, '2 ended, 1 within 6 months, 4 no known end', 'ended'],
  [{ soon: 1, next: 2 }, 0, '1 within 6 months, 2 in 6 to 12 months', 'soon'],
  [{ later: 1, unknown: 4 }, 0, 'none ended, 4 no known end', 'unknown'],
  [{ later: 1 }, 12, 'none ended, 12 packages not matched', 'unknown'],
  [{}, 0, 'none ended', 'unknown'],
] as const)('%j with %i unmatched says %s', (cycles, unmatched, message, state) => {
  const badge = badgeOf({ cycles: { ...NONE, ...cycles }, unmatched });
  expect(badge).toEqual({ label: 'end of life', message, state });
});

const badges = EOL_STATES.map((state) => ({ label: 'end of life', message: '2 ended', state }));

describe('for shields', () => {
  /** What its endpoint knows, and the values that it takes: `https://shields.io/badges/endpoint-badge`. */
  const endpoint = z.strictObject({
    schemaVersion: z.literal(1),
    label: z.string(),
    message: z.string().min(1),
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    cacheSeconds: z.int().min(300),
  });

  test.each([...badges, emptyBadge('not in use')])('$state has what it knows alone', (badge) => {
    expect(endpoint.parse(toShields(badge))).toMatchObject({ message: badge.message });
  });
});

describe('drawn', () => {
  const read = (svg: string) => {
    const texts: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('text', (text) => texts.push(text));
    parser.write(svg.trim()).close();
    return texts;
  };

  test('has its text, also for those who do not see it', () => {
    const svg = drawBadge({ label: 'end of life', message: '2 ended', state: 'ended' });
    expect(svg).toContain('role="img" aria-label="end of life: 2 ended"');
    expect(read(svg)).toContain('end of life: 2 ended');
  });

  test.each(badges)('$state can be read', (badge) => {
    const svg = drawBadge(badge);
    // White on what was given, where the package does not turn to dark text.
    expect(svg).toContain('<g fill="#fff"');
    const [, red = 0, green = 0, blue = 0] =
      /#(..)(..)(..)/.exec(toShields(badge).color)?.map((part) => Number.parseInt(part, 16)) ?? [];
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
      value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    expect(1.05 / (luminance + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  test('text cannot become markup', () => {
    const message = '"><script>]]></text>&';
    expect(read(drawBadge({ label: 'x', message, state: 'ended' }))).toContain(`x: ${message}`);
  });
});

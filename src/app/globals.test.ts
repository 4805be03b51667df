import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HIGHLIGHT_CLASS, MENU_ITEM_CLASS } from '@/components/ui/menu-classes';

const css = readFileSync(new URL('./globals.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);
const themes = ['light', 'dark'] as const;
const states = ['ended', 'soon', 'next', 'later', 'unknown'];
const pages = ['canvas', 'surface', 'rail', 'sunken', 'raised', 'hover'];

type Rgb = readonly [number, number, number];

/** Linear-light sRGB, each channel 0 to 1. */
function color(name: string, theme: 'light' | 'dark'): Rgb {
  const hex = tokens.get(name)?.[theme];
  if (!hex) throw new Error(`no token --${name}`);
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2 contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const mix = (matrix: readonly Rgb[], [r, g, b]: Rgb): number[] =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b);

/** OKLab, in which distance is about what the eye sees (Ottosson 2020). */
function oklab(rgb: Rgb): number[] {
  const [l = 0, m = 0, s = 0] = mix(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((value) => Math.cbrt(Math.max(0, value)));
  return mix(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  );
}

/** How an eye without one kind of cone sees linear sRGB (Machado, Oliveira and Fernandes 2009). */
const eyes: Record<string, readonly Rgb[]> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenDistance(one: Rgb, other: Rgb, eye: readonly Rgb[]): number {
  const seen = (rgb: Rgb) => {
    const [r = 0, g = 0, b = 0] = mix(eye, rgb);
    return oklab([r, g, b]);
  };
  const [a, b] = [seen(one), seen(other)];
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

const textOnPage: [text: string, page: string][] = [
  ['accent-fg', 'accent'],
  ['accent-fg', 'accent-hover'],
  ['accent-text', 'accent-soft'],
  ['danger-fg', 'danger'],
  ['danger-fg', 'danger-hover'],
  ['danger-text', 'danger-soft'],
  ['fg-muted', 'active'],
  ...states.flatMap((state): [string, string][] => [
    [`status-${state}-fg`, `status-${state}-bg`],
    [`status-${state}-fg`, 'surface'],
  ]),
];

describe.each(themes)('the %s theme', (theme) => {
  it.each(pages)('has readable text on %s', (page) => {
    for (const text of ['fg', 'fg-muted', 'fg-subtle', 'accent-text', 'danger-text']) {
      const ratio = contrast(color(text, theme), color(page, theme));
      expect(ratio, `${text} on ${page}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(textOnPage)('has readable %s on %s', (text, page) => {
    expect(contrast(color(text, theme), color(page, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each([...states.map((state) => `status-${state}`), 'border-control', 'accent-text'])(
    'draws %s clearly on every page colour',
    (graphic) => {
      for (const page of pages) {
        const ratio = contrast(color(graphic, theme), color(page, theme));
        expect(ratio, `${graphic} on ${page}`).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it('marks the choice that Enter takes by an outline that is seen on every ground of a menu', () => {
    expect(MENU_ITEM_CLASS).toContain(HIGHLIGHT_CLASS);
    expect(HIGHLIGHT_CLASS).toContain('data-highlighted:outline-solid');
    const [, mark = ''] = /data-highlighted:outline-([a-z]+-[a-z]+)/.exec(HIGHLIGHT_CLASS) ?? [];
    for (const ground of ['raised', 'surface', 'hover', 'danger-soft']) {
      const ratio = contrast(color(mark, theme), color(ground, theme));
      expect(ratio, `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.entries(eyes))('keeps the five states apart for %s vision', (_, eye) => {
    for (const [index, one] of states.entries()) {
      for (const other of states.slice(index + 1)) {
        const distance = seenDistance(
          color(`status-${one}`, theme),
          color(`status-${other}`, theme),
          eye,
        );
        expect(distance, `${one} and ${other}`).toBeGreaterThanOrEqual(0.055);
      }
    }
  });
});

it('styles nothing by what an element around it has: whatever is put into a row would style all of the row anew', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx}')) {
    if (/\b(?:group|peer|in)-has-/.test(readFileSync(path, 'utf8'))) found.push(path);
  }
  expect(found.filter((path) => !path.endsWith('globals.test.ts'))).toEqual([]);
});

it('marks no choice of a list by its ground alone', async () => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.tsx')) {
    const source = readFileSync(path, 'utf8');
    if (source.includes('data-highlighted:bg-') && !source.includes('MENU_ITEM_CLASS')) {
      found.push(path);
    }
  }
  expect(found).toEqual([]);
});

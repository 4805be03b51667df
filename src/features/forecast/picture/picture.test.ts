import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { forecast, forecastColumn, forecastLine } from '../testing/forecasts';
import type { Column } from '../words';
import { ForecastPicture } from './view';

const names = ['Redis', 'A product of the longest name that any vendor has given', 'Go', 'Nix'];
const lines = [...names, 'Perl', 'PHP'].map((name) => forecastLine({ product_name: name }));
const planned = { all: 4, part: 3, none: 5 };
const COLUMNS = [
  forecastColumn(null, { software: 12, images: 1_204, teams: 3, planned, lines }),
  ...['Q4 2026', 'Q1 2027', 'Q2 2027', 'Q3 2027', 'Q4 2027', 'Q1 2028'].map((quarter, index) => {
    const none = index * 2;
    return forecastColumn(quarter, {
      ...{ software: none, images: none, planned: { all: 0, part: 0, none } },
      lines: lines.slice(0, index),
    });
  }),
];

const svgOf = (columns: readonly Column[], organization = 'Acme') =>
  renderToStaticMarkup(
    createElement(ForecastPicture, {
      ...{ forecast: forecast(columns), organization, conditions: ['project shop'] },
    }),
  );
const textsIn = (markup: string) =>
  [...markup.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => text ?? '');

test('a slide says whose it is, as of when, in words, and what is in most images', () => {
  const texts = textsIn(svgOf(COLUMNS));
  expect(texts).toContain('Software end of life: the next quarters · Acme');
  expect(texts).toContain('project shop · as of 21 Nov 2026');
  expect(texts).toContain(
    'In the next six quarters, this one included, 7 more end, in 9 images of 1 team: none is planned.',
  );
  expect(texts).toContain('Ended');
  expect(texts).toContain('1,204 images');
  expect(texts).toContain('Redis 7');
  // Of six lines four, and how many more there are.
  expect(texts).toContain('and 2 more');
  expect(texts.some((text) => text.endsWith('…'))).toBe(true);
});

test('bars are as high as their parts together, and none is drawn of nothing', () => {
  const heights = [...svgOf(COLUMNS).matchAll(/<rect x="-[^>]*height="([\d.]+)"/g)].map(
    ([, height]) => Number(height),
  );
  // Three parts of what has ended, and five quarters with something.
  expect(heights).toHaveLength(8);
  const [all = 0, part = 0, none = 0] = heights;
  expect(all / none).toBeCloseTo(4 / 5);
  expect(heights.at(-1)).toBeCloseTo(((all + part + none) / 12) * 10);
});

test('names that no XML can hold are left out of it', () => {
  const bell = String.fromCharCode(7);
  expect(svgOf(COLUMNS, `Ac${bell}me`)).not.toContain(bell);
});

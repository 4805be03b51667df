import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { coverageTrend } from '@/features/coverage/trend/view';
import { lastYearTrend } from '@/features/forecast/card';
import { forecast } from '@/features/forecast/testing/forecasts';
import { ForecastChart } from '@/features/policy/outlook/forecast/chart';

afterEach(() => {
  globalThis.acceptLanguageOfPage = undefined;
});

const DAYS = ['2026-09-30', '2026-10-31', '2026-12-01'];
const EVERYTHING = { quarters: '4', owner: null, project: null } as const;
const NO_LABEL = { label: null, labelIs: 'in', labelValue: '' } as const;

const lastYear = () =>
  lastYearTrend(
    { ...forecast([]), trend: DAYS.map((day) => ({ as_of: day, ended: 1, soon: 0 })) },
    { ...EVERYTHING, ...NO_LABEL },
  ).points;
const coverage = () =>
  coverageTrend(
    DAYS.map((day) => ({
      day,
      counts: { components: 1, known: null, degrees: [{ degree: 'catalog', count: 1 }] },
    })),
  ).points;

test.each([
  ['en-GB', ['31 Oct', '1 Dec']],
  ['en-US', ['Oct 31', 'Dec 1']],
])('charts name their months to a reader of %s', (locale, firsts) => {
  globalThis.acceptLanguageOfPage = () => locale;
  expect(lastYear().map(({ tick }) => tick)).toEqual(['Sep', 'Oct', 'Dec']);
  expect(coverage().flatMap(({ tick }) => tick ?? [])).toEqual(firsts);
  expect(monthsBelowPolicy().slice(0, 6)).toEqual(['Today', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan']);
});

function monthsBelowPolicy(): string[] {
  const chart = createElement(ForecastChart, {
    forecast: {
      ...{ today: '2026-08-31', until: '2027-08-31', images: 3 },
      points: [{ on: '2026-08-31', denied: 0, warned: 0, allowed: 3 }],
    },
    selection: { action: 'DENY', on: null },
    onSelect: () => undefined,
  });
  const [, axis = ''] = renderToStaticMarkup(chart).split('<div aria-hidden');
  return [...axis.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, text]) => text ?? '');
}

import { expect, test } from 'vitest';
import { validQuery } from '@/domain/saved-view/view';
import { MAX_ROWS_OF_LINE } from '@/domain/timeline/list';
import { imagesOfLine, loadTimelineParams, shownStates, viewedParsers } from './params';
import { timelineItem, timelineLine } from './testing/timeline-items';

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    timelineItem({ id: id(index), cycle: String(index), productName: 'Ferry' }),
  );
const hrefOf = (query: string, count = 2) =>
  decodeURIComponent(
    imagesOfLine(loadTimelineParams(new URLSearchParams(query)), timelineLine(...rows(count))) ??
      'none',
  );

test('the number of a line leads to the images of the product, or of what the filter leaves of it', () => {
  expect(hrefOf('')).toBe('/images?product=Ferry');
  expect(hrefOf('owner=mine&open=Ferry&zoom=year')).toBe('/images?owner=mine&product=Ferry');
  const left = `software=${id(0)},${id(1)}`;
  expect(hrefOf('state=ended')).toBe(`/images?${left}`);
  expect(hrefOf('within=12')).toBe(`/images?${left}`);
  expect(hrefOf('type=npm&owner=mine')).toBe(`/images?owner=mine&${left}`);
  expect(hrefOf('as_of=2026-03-01')).toBe('/images?product=Ferry&as_of=2026-03-01');
});

test('a saved view keeps the filters and the table, and neither a day moved to nor lines opened', () => {
  const query = 'as=table&at=2026-01-01&as_of=2026-03-01&columns=end&state=ended,soon&open=Ferry';
  expect(validQuery(query, viewedParsers).toString()).toBe(
    'as=table&as_of=2026-03-01&columns=end&state=ended%2Csoon',
  );
});

test('to nothing, where an address cannot name all that is counted', () => {
  expect(hrefOf('state=ended', MAX_ROWS_OF_LINE)).toBe('none');
  expect(hrefOf('', MAX_ROWS_OF_LINE)).toBe('/images?product=Ferry');
});

test('a picture tells the numbers of the states that it shows', () => {
  const counts = { ended: 12, soon: 4, next: 0, later: 50, unknown: 1 };
  const shownBy = (query: string) =>
    shownStates(counts, loadTimelineParams(new URLSearchParams(query)));
  expect(shownBy('type=npm')).toEqual(counts);
  expect(shownBy('state=ended')).toEqual({ ended: 12 });
  expect(shownBy('state=ended,unknown')).toEqual({ ended: 12, unknown: 1 });
  expect(shownBy('within=3&state=soon')).toEqual({ soon: 4 });
});

import { expect, test } from 'vitest';
import { canHide } from '@/components/data-table/columns';
import { loadTimelineParams, timelineExportHref } from '../params';
import { timelineColumns } from '../table';
import { columnsIn } from './params';

const read = (query: string) => loadTimelineParams(new URLSearchParams(query));
const NO_IMAGES = { ofLine: new Map<string, number>(), ofSoftware: new Map<string, number>() };

test.each(['', 'as_of=2026-03-01'])('the menu of %s offers the columns of the table', (query) => {
  const params = read(query);
  const factsOf = (columns: ReturnType<typeof columnsIn>) =>
    columns.map((column) => ({
      ...{ id: column.id, header: column.header, canHide: canHide(column) },
      hidden: column.hidden ?? false,
    }));
  expect(factsOf(columnsIn(params))).toEqual(
    factsOf(timelineColumns(params, NO_IMAGES, '2026-11-21')),
  );
});

test('the file is of the filters, and not of how they are looked at', () => {
  const params = read(
    'as=table&zoom=year&at=2026-01-01&open=Ferry&page=3&size=25&columns=end&type=npm&state=ended,soon&within=12',
  );
  expect(decodeURIComponent(timelineExportHref(params))).toBe(
    '/export/timeline.csv?state=ended,soon&within=12&type=npm',
  );
});

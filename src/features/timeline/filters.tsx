'use client';

import { useMemo, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter } from '@/features/names/owner';
import { ProjectFilter } from '@/features/names/project-filter';
import { hrefs } from '@/features/hrefs';
import { SavedViews } from '@/features/saved-view/actions';
import { useTRPC } from '@/trpc/client';
import type { Day } from '@/domain/eol/calendar';
import { HORIZONS } from '@/domain/timeline/list';
import { columnsIn, columnsInAddress, TIMELINE_TABLE } from './columns/params';
import { horizonWords } from './words';
import { upperFirst } from '@/lib/dates';
import { horizonNamed, isFiltered, NO_FILTERS, type TimelineState, viewedParsers } from './params';

const VIEWS = [
  { value: 'chart', label: 'As a chart' },
  { value: 'table', label: 'As a table' },
] as const;

export interface FiltersProps {
  state: TimelineState;
  today: Day;
  /** At the far end: changes of the picture, not of what is in it. */
  trailing?: ReactNode;
}

/** Chooses the software on the timeline. All of it is in the URL. */
export function Filters({ state, today, trailing }: FiltersProps) {
  const { params, setFilter, setParams } = state;
  const trpc = useTRPC();
  const types = useQuery({ ...trpc.software.types.queryOptions(), select: toOptions });
  const columns = useMemo(() => columnsIn(params), [params]);
  return (
    <FilterBar
      label="Filter the timeline"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          {trailing}
          <SavedViews
            viewed={{
              ...{ list: 'timeline', path: hrefs.timeline, parsers: viewedParsers },
              ...{ table: TIMELINE_TABLE, columns, columnsInAddress: columnsInAddress(state) },
            }}
          />
          {params.as === 'table' && (
            <ViewMenu
              name={TIMELINE_TABLE}
              columns={columns}
              columnsInAddress={columnsInAddress(state)}
            />
          )}
          <SegmentedFilter
            label="View"
            options={VIEWS}
            value={params.as}
            onChange={(as) => setParams({ as })}
          />
        </>
      }
    >
      <SelectFilter
        label="Ends"
        options={horizonOptions(today)}
        value={params.within === null ? null : String(params.within)}
        allLabel="Whenever it ends"
        onChange={(named) => setFilter({ within: horizonNamed(named) })}
      />
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
      <ProjectFilter value={params.project} onChange={(project) => setFilter({ project })} />
      <ImageLabelFilter value={params} onChange={setFilter} />
      <SelectFilter
        label="Type"
        options={types.data ?? []}
        read={comingOf(types)}
        value={params.type}
        onChange={(type) => setFilter({ type })}
      />
    </FilterBar>
  );
}

/** Offers quarters before months: they are what is reported about. */
function horizonOptions(today: Day) {
  const quarters = HORIZONS.filter((one) => typeof one === 'string');
  const months = HORIZONS.filter((one) => typeof one === 'number');
  return [...quarters, ...months].map((one) => ({
    value: String(one),
    label: upperFirst(horizonWords(one, today)),
  }));
}

function toOptions(types: readonly string[]) {
  return types.map((type) => ({ value: type, label: type }));
}

const ZOOM_CHOICES = [
  { value: 'month', label: 'Months' },
  { value: 'quarter', label: 'Quarters' },
  { value: 'year', label: 'Years' },
] as const;

/** Chooses how much time the chart shows at once. */
export function ZoomChoice({ state }: { state: TimelineState }) {
  return (
    <SegmentedFilter
      label="Zoom"
      options={ZOOM_CHOICES}
      value={state.params.zoom}
      onChange={(zoom) => state.setParams({ zoom })}
    />
  );
}

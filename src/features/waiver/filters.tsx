'use client';

import { useQuery } from '@tanstack/react-query';
import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { ViewMenu } from '@/components/data-table/view-menu';
import type { TableColumn } from '@/components/data-table/columns';
import { Input } from '@/components/ui/input';
import { parseDay } from '@/domain/eol/calendar';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { OwnerFilter } from '@/features/names/owner';
import { SavedViews } from '@/features/saved-view/actions';
import { useTRPC } from '@/trpc/client';
import {
  isFiltered,
  NO_FILTERS,
  waiversExportHref,
  waiversParsers,
  type WaiversState,
} from './params';
import { columnsInAddress, sortIn, toSortParams, WAIVERS_TABLE } from './table';
import type { ListedWaiver } from './types';
import { SCOPE_OPTIONS, STATE_OPTIONS } from './words';

export interface WaiverFiltersProps {
  readonly state: WaiversState;
  readonly columns: readonly TableColumn<ListedWaiver>[];
}

/** Filters the list of waivers. Their state is in the address. */
export function WaiverFilters({ state, columns }: WaiverFiltersProps) {
  const { params, setFilter, setParams } = state;
  const mayDecide = useMay('waiver:decide');
  const exportHref = waiversExportHref(params);
  return (
    <FilterBar
      label="Filter waivers"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
      trailing={
        <>
          <SavedViews
            viewed={{
              ...{ list: 'waivers', path: hrefs.waivers(), parsers: waiversParsers },
              ...{ table: WAIVERS_TABLE, columns, columnsInAddress: columnsInAddress(state) },
            }}
          />
          <ViewMenu
            name={WAIVERS_TABLE}
            columns={columns}
            sort={sortIn(params)}
            onSortChange={(sort) => setParams(toSortParams(sort))}
            {...(exportHref !== null && { exportHref })}
            otherExports={VEX}
            columnsInAddress={columnsInAddress(state)}
          />
        </>
      }
    >
      <SearchInput label="Search waivers" value={params.q} onChange={(q) => setFilter({ q })} />
      {mayDecide && (
        <SegmentedFilter
          label="Whose turn"
          options={TURN_OPTIONS}
          value={params.show ?? 'all'}
          onChange={(show) => setFilter({ show: show === 'all' ? null : show })}
        />
      )}
      <OwnerFilter value={params.owner} onChange={(owner) => setFilter({ owner })} />
      <SelectFilter
        label="State"
        options={STATE_OPTIONS}
        value={params.state}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
      <SelectFilter
        label="Where"
        options={SCOPE_OPTIONS}
        value={params.scope}
        onChange={(scope) => setFilter({ scope })}
      />
      <label className="flex items-center gap-1.5 text-sm text-muted">
        Ends before
        <Input
          type="date"
          className="w-36 max-sm:w-44"
          value={params.before ?? ''}
          onChange={(event) => setFilter({ before: parseDay(event.target.value) })}
        />
      </label>
      <NamedConditions state={state} />
    </FilterBar>
  );
}

/** What holds today, whatever the list shows. */
const VEX = [
  { file: 'openvex.json', label: 'Waivers in force, as OpenVEX', href: hrefs.exports.openVex },
  {
    file: 'vex.cdx.json',
    label: 'Waivers in force, as CycloneDX VEX',
    href: hrefs.exports.cycloneDxVex,
  },
] as const;

const TURN_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waits for you' },
] as const;

/** Shows the conditions on names, which only links set, so that they can be removed. */
function NamedConditions({ state: { params, setFilter } }: Pick<WaiverFiltersProps, 'state'>) {
  const { product, cycle, project, team } = params;
  const teams = useQuery({ ...useTRPC().team.names.queryOptions(), enabled: team !== null });
  const software = [product, cycle].filter((name) => name !== null).join(' ');
  return (
    <>
      {software !== '' && (
        <FilterChip
          label="Software"
          value={software}
          onRemove={() => setFilter({ product: null, cycle: null })}
        />
      )}
      {project !== null && (
        <FilterChip label="Project" value={project} onRemove={() => setFilter({ project: null })} />
      )}
      {team !== null && (
        <FilterChip
          label="Team"
          value={teams.data?.find(({ id }) => id === team)?.name ?? 'one that is gone'}
          onRemove={() => setFilter({ team: null })}
        />
      )}
    </>
  );
}

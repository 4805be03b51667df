'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { CATEGORY_OPTIONS, categoryWord } from '../category-words';
import { isFiltered, NO_FILTERS, type CatalogParams } from './search-params';
import type { CatalogState } from './use-catalog-params';

const USE_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'here', label: 'In use here' },
] as const;

/** Which products the list holds. All of it is in the address. */
export function CatalogFilters({ state }: { state: CatalogState }) {
  const { params, setFilter } = state;
  return (
    <FilterBar
      label="Filter the catalogue"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
    >
      <SearchInput
        label="Name, alias, purl or CPE"
        value={params.q}
        onChange={(q) => setFilter({ q })}
        className="sm:w-72"
      />
      <SegmentedFilter
        label="Use"
        options={USE_OPTIONS}
        value={params.use}
        onChange={(use) => setFilter({ use })}
      />
      <SelectFilter
        label="Kind"
        options={CATEGORY_OPTIONS}
        value={params.kind}
        onChange={(kind) => setFilter({ kind })}
      />
    </FilterBar>
  );
}

/** What the filters ask for, to say that nothing answers to it. */
export function describeFilters({ q, kind, use }: CatalogParams): string {
  const conditions = [
    q.trim() && `“${q.trim()}”`,
    kind && `the kind ${categoryWord(kind).toLowerCase()}`,
  ].filter(Boolean);
  const what = use === 'here' ? 'Nothing in use here' : 'No product of the catalogue';
  return conditions.length === 0 ? `${what}.` : `${what} matches ${conditions.join(' and ')}.`;
}

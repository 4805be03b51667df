'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { projectTitle } from '@/domain/identifiers/project-name';
import { CodeHostMark } from '@/features/project/code-host-mark';
import { GROUP_WORDS } from './group-words';
import { projectsWithPolicies } from './policy-list';
import type { PolicyRecord } from './policy-types';
import { isFiltered, NO_FILTERS, POLICY_GROUPS } from './search-params';
import type { PoliciesState } from './use-policies-params';

const ABOUT_OPTIONS = [
  { value: 'all', label: 'All' },
  ...POLICY_GROUPS.map((group) => ({ value: group, label: GROUP_WORDS[group].short })),
] as const;

export interface PolicyFiltersProps {
  state: PoliciesState;
  policies: readonly PolicyRecord[];
}

/** Which policies are shown. All of it is in the address. */
export function PolicyFilters({ state, policies }: PolicyFiltersProps) {
  const { params, setFilter } = state;
  return (
    <FilterBar
      label="Filter policies"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
    >
      <SearchInput label="Search policies" value={params.q} onChange={(q) => setFilter({ q })} />
      <SegmentedFilter
        label="What they are about"
        options={ABOUT_OPTIONS}
        value={params.about ?? 'all'}
        onChange={(about) => setFilter({ about: about === 'all' ? null : about })}
      />
      <SelectFilter
        label="Project"
        options={projectsWithPolicies(policies).map((name) => {
          const { host, title } = projectTitle(name);
          return { value: name, label: title, icon: <CodeHostMark host={host} /> };
        })}
        value={params.project}
        onChange={(project) => setFilter({ project })}
        allLabel="All projects"
      />
    </FilterBar>
  );
}

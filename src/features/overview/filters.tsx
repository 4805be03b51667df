'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { OwnerFilter } from '@/features/names/owner';
import { useProjectOptions } from '@/features/names/project';
import { useOverviewScope } from './params';

const WHOSE = [
  { value: 'all', label: 'For all' },
  { value: 'mine', label: 'For me' },
] as const;

/** Narrows the page to what is the reader's, a team's or a project's. */
export function OverviewFilters() {
  const [{ owner, project }, setScope] = useOverviewScope();
  const projects = useProjectOptions();
  return (
    <FilterBar
      label="Filter the overview"
      active={owner !== null || project !== null}
      onClear={() => void setScope({ owner: null, project: null })}
    >
      <SegmentedFilter
        label="Whose"
        options={WHOSE}
        value={owner === 'mine' ? 'mine' : 'all'}
        onChange={(whose) => void setScope({ owner: whose === 'mine' ? 'mine' : null })}
      />
      <OwnerFilter value={owner} onChange={(chosen) => void setScope({ owner: chosen })} />
      <SelectFilter
        label="Project"
        options={projects}
        value={project}
        onChange={(chosen) => void setScope({ project: chosen })}
      />
    </FilterBar>
  );
}

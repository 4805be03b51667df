'use client';

import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { ImageLabelFilter } from '@/features/names/label-filter';
import { OwnerFilter } from '@/features/names/owner';
import { ProjectFilter } from '@/features/names/project-filter';
import { NO_LABEL } from '@/lib/page-params';
import { isForAll, useOverviewScope } from './params';

const WHOSE = [
  { value: 'all', label: 'For all' },
  { value: 'mine', label: 'For me' },
] as const;

/** Narrows the page to what is the reader's, a team's or a project's, or to images with a label. */
export function OverviewFilters() {
  const [scope, setScope] = useOverviewScope();
  const { owner, project } = scope;
  return (
    <FilterBar
      label="Filter the overview"
      active={!isForAll(scope)}
      onClear={() => void setScope({ owner: null, project: null, ...NO_LABEL })}
    >
      <SegmentedFilter
        label="Whose"
        // A line of its own on a phone: the filters then stand on one together.
        className="max-sm:basis-full max-sm:*:[label]:grow max-sm:*:[label]:justify-center"
        options={WHOSE}
        value={owner === 'mine' ? 'mine' : 'all'}
        onChange={(whose) => void setScope({ owner: whose === 'mine' ? 'mine' : null })}
      />
      <OwnerFilter value={owner} onChange={(chosen) => void setScope({ owner: chosen })} />
      <ProjectFilter value={project} onChange={(chosen) => void setScope({ project: chosen })} />
      <ImageLabelFilter value={scope} onChange={(changes) => void setScope(changes)} />
    </FilterBar>
  );
}

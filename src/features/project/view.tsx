'use client';

import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { useSelection, type Selection } from '@/components/data-table/selection';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { SampleList } from '@/features/first-use/sample-list';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { OwnerFilter, ownerWords } from '@/features/names/owner';
import { SavedViews } from '@/features/saved-view/actions';
import { StaleView } from '@/features/saved-view/card';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import { projectHref } from './detail/params';
import { ProjectSelection } from './actions';
import {
  columnsInAddress,
  isFiltered,
  NO_FILTERS,
  PROJECTS_TABLE,
  projectsExportHref,
  projectsParsers,
  projectsHref,
  toProjectsQuery,
  sortIn,
  toSortParams,
  useProjectsParams,
  type ProjectsParams,
  type ProjectsState,
} from './params';
import { PROJECT_COLUMNS, type ListedProject } from './table';
import { noMatchWords } from '@/lib/no-match';

/** Lists the projects with the software of their images, by state. */
export function ProjectsView() {
  const state = useProjectsParams();
  const projects = useProjects(state);
  const { params, setParams } = state;
  const { data, isPlaceholderData } = projects;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isFiltered(params);
  return (
    <Stack>
      <PageHeader title="Projects" aside={<TotalCount count={data?.total} />} />
      {!isEmpty && (
        <FilterBar
          label="Filter projects"
          active={isFiltered(params)}
          onClear={() => setParams(NO_FILTERS)}
          trailing={
            <>
              <SavedViews
                viewed={{
                  ...{ list: 'projects', path: hrefs.projects(), parsers: projectsParsers },
                  ...{ table: PROJECTS_TABLE, columns: PROJECT_COLUMNS },
                  columnsInAddress: columnsInAddress(state),
                }}
              />
              <ViewMenu
                name={PROJECTS_TABLE}
                columns={PROJECT_COLUMNS}
                sort={sortIn(params)}
                onSortChange={(sort) => setParams(toSortParams(sort))}
                exportHref={projectsExportHref(params)}
                columnsInAddress={columnsInAddress(state)}
              />
            </>
          }
        >
          <SearchInput
            label="Search projects"
            value={params.q}
            onChange={(q) => setParams({ q, page: null })}
          />
          <OwnerFilter
            value={params.owner}
            onChange={(owner) => setParams({ owner, page: null })}
          />
        </FilterBar>
      )}
      <StaleView list="projects" parsers={projectsParsers} />
      <Results state={state} projects={projects} isEmpty={isEmpty} />
    </Stack>
  );
}

function useProjects({ params }: ProjectsState) {
  return useQuery({
    ...useTRPC().project.listForDashboard.queryOptions(toProjectsQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  state: ProjectsState;
  projects: ReturnType<typeof useProjects>;
  /** There is nothing, whatever the filters. */
  isEmpty: boolean;
}

/** What was selected stays beside the list, whatever is read meanwhile: a dialog about it is not taken away. */
function Results(props: ResultsProps) {
  const { state, projects, isEmpty } = props;
  const { q, owner } = state.params;
  const selection = useSelection(JSON.stringify([searchText(q), owner]), idOf);
  return (
    <>
      {isEmpty ? <NothingYet /> : <Listed {...props} selection={selection} />}
      <ProjectSelection state={state} selection={selection} total={projects.data?.total ?? 0} />
    </>
  );
}

interface ListedProps extends Omit<ResultsProps, 'isEmpty'> {
  selection: Selection<ListedProject>;
}

function Listed({ state, projects, selection }: ListedProps) {
  const { params, setParams } = state;
  if (projects.error) {
    return <CallFailure title="The projects could not be loaded." query={projects} />;
  }
  if (!projects.data) return <Loading label="Loading projects" columns={4} />;
  const { items, total } = projects.data;
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setParams(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'projects',
    hrefFor: (number: number, size: number) => projectsHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={PROJECTS_TABLE}
        label="Projects"
        columns={PROJECT_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => projectHref(id)}
        sort={sortIn(params)}
        sortHref={(sort) => projectsHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={projects.isPlaceholderData}
        columnsInAddress={columnsInAddress(state)}
        selecting={{ selection, labelOf }}
      />
      <Pagination {...page} />
    </>
  );
}

const idOf = ({ id }: ListedProject) => id;
const labelOf = ({ name }: ListedProject) => name;

/** Puts the filters into words, for a list that holds nothing. */
function describeFilters({ q, owner }: ProjectsParams): string {
  const text = searchText(q);
  return noMatchWords('No project', [text && `“${text}”`, owner !== null && ownerWords(owner)]);
}

function NothingYet() {
  return (
    <NoData
      title="Your projects will be listed here, with what their images hold."
      picture={<SampleList />}
      action={
        <Button asChild variant="primary">
          <Link href={hrefs.images()}>Upload an SBOM</Link>
        </Button>
      }
    >
      A project appears with its first scan.
    </NoData>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { SampleList } from '@/features/first-use/sample-list';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { WhoToAsk } from '@/features/frame/who-to-ask';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import { CreateTeam } from './actions';
import { UNOWNED } from './detail/params';
import {
  sortIn,
  teamsExportHref,
  teamsHref,
  toSortParams,
  toTeamsQuery,
  useTeamsParams,
  type TeamsState,
} from './params';
import { TEAM_COLUMNS } from './table';

/** Under which the reader's columns are kept. */
const TEAMS_TABLE = 'teams';

/** Lists the teams, and says how many projects nobody owns. */
export function TeamsView() {
  const state = useTeamsParams();
  const { params, setParams } = state;
  const teams = useTeams(state);
  const mayManage = useMay('team:manage');
  const { data, isPlaceholderData } = teams;
  const isSearched = searchText(params.q) !== null;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isSearched;
  return (
    <Stack>
      <PageHeader
        title="Teams"
        aside={<TotalCount count={data?.total} />}
        actions={
          <>
            {!isEmpty && (
              <Button asChild>
                <Link href={hrefs.ownerRules}>Rules</Link>
              </Button>
            )}
            {mayManage && !isEmpty && <CreateTeam />}
          </>
        }
      />
      {!isEmpty && (
        <>
          <OwnedByNobody />
          <FilterBar
            label="Filter teams"
            active={isSearched}
            onClear={() => setParams({ q: null, page: null })}
            trailing={
              <ViewMenu
                name={TEAMS_TABLE}
                columns={TEAM_COLUMNS}
                sort={sortIn(params)}
                onSortChange={(sort) => setParams(toSortParams(sort))}
                exportHref={teamsExportHref(params)}
              />
            }
          >
            <SearchInput
              label="Search teams"
              value={params.q}
              onChange={(q) => setParams({ q, page: null })}
            />
          </FilterBar>
        </>
      )}
      {isEmpty ? <NothingYet /> : <Results state={state} teams={teams} />}
    </Stack>
  );
}

function useTeams({ params }: TeamsState) {
  return useQuery({
    ...useTRPC().team.list.queryOptions(toTeamsQuery(params)),
    placeholderData: keepRows,
  });
}

/** Leads to the projects that have no owner: what ends there nobody hears of. */
function OwnedByNobody() {
  const unowned = useQuery(useTRPC().project.listForDashboard.queryOptions(UNOWNED));
  const total = unowned.data?.total ?? 0;
  if (unowned.data === undefined) return null;
  return (
    <p className="text-sm text-muted">
      {total === 0 ? (
        'Every project has an owner.'
      ) : (
        <>
          Nobody owns{' '}
          <TextLink href={hrefs.projects({ owner: 'none' })}>{countOf(total, 'project')}</TextLink>.
        </>
      )}
    </p>
  );
}

interface ResultsProps {
  state: TeamsState;
  teams: ReturnType<typeof useTeams>;
}

function Results({ state: { params, setParams }, teams }: ResultsProps) {
  if (teams.error) return <CallFailure title="The teams could not be loaded." query={teams} />;
  if (!teams.data) return <Loading label="Loading teams" columns={4} />;
  const { items, total } = teams.data;
  if (total === 0) {
    const title = `No team matches “${searchText(params.q) ?? ''}”.`;
    return <NoResults title={title} onClear={() => setParams({ q: null, page: null })} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'teams',
    hrefFor: (number: number, size: number) => teamsHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={TEAMS_TABLE}
        label="Teams"
        columns={TEAM_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.team(id)}
        sort={sortIn(params)}
        sortHref={(sort) => teamsHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={teams.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

function NothingYet() {
  const mayManage = useMay('team:manage');
  return (
    <>
      <NoData
        title="Your teams will be listed here, with what each of them owns."
        picture={<SampleList />}
        action={mayManage && <CreateTeam />}
      >
        Rules give each project a team by its name, its labels, where it runs or a CODEOWNERS file.
        Then lists can be seen as one’s own, and everything that ended says whom to ask.
      </NoData>
      {!mayManage && <WhoToAsk forWhat="team" />}
    </>
  );
}

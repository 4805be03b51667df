import type { TableColumn } from '@/components/data-table/columns';
import { CountLink } from '@/components/ui/count-link';
import { hrefs } from '@/features/hrefs';
import { WaysToAsk } from '@/features/names/owner';
import type { Outputs } from '@/trpc/outputs';

type ListedTeam = Outputs['team']['list']['items'][number];

/** The list of teams. Ids of sortable columns are the sorts of `team.list`. */
export const TEAM_COLUMNS: readonly TableColumn<ListedTeam>[] = [
  {
    id: 'name',
    header: 'Team',
    sortable: true,
    primary: true,
    cell: ({ name }) => <span className="wrap-anywhere whitespace-normal">{name}</span>,
  },
  {
    id: 'ask',
    header: 'Where to ask',
    widthPx: { least: 220, share: 36, most: 480 },
    card: 'line',
    cell: (team) => <Ways team={team} />,
  },
  {
    id: 'people',
    header: 'People',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 92,
    cell: ({ id, people }) => (
      <CountLink value={people} noun="person" plural="people" href={hrefs.team(id)} />
    ),
  },
  {
    id: 'projects',
    header: 'Projects',
    sortable: true,
    firstSort: 'desc',
    align: 'end',
    widthPx: 104,
    cell: ({ id, projects }) => (
      <CountLink value={projects} noun="project" href={hrefs.projects({ owner: id })} />
    ),
  },
];

function Ways({ team }: { team: ListedTeam }) {
  if (team.email === null && team.link === null) {
    return <span className="text-subtle">Nobody said</span>;
  }
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-x-3 wrap-anywhere whitespace-normal">
      <WaysToAsk owner={team} />
    </span>
  );
}

import { DataTable } from '@/components/data-table/data-table';
import type { TableColumn } from '@/components/data-table/columns';
import { TextLink } from '@/components/ui/text-link';
import type { Outputs } from '@/trpc/outputs';
import { RemovePerson } from './actions';

type Team = Outputs['team']['get'];
type Person = Team['members'][number];

/** Lists the people of a team; admins can take them out. */
export function People({ team, mayManage }: { team: Team; mayManage: boolean }) {
  if (team.members.length === 0) {
    return (
      <p className="rounded-md border bg-surface px-3 py-3 text-sm text-muted">
        Nobody is in this team, so nobody sees its projects under “Mine”.
      </p>
    );
  }
  return (
    <DataTable
      name="team-people"
      label="People"
      columns={peopleColumns(team, mayManage)}
      rows={team.members}
      rowId={({ user_id: id }) => id}
    />
  );
}

function peopleColumns(team: Team, mayManage: boolean): readonly TableColumn<Person>[] {
  const removal: TableColumn<Person> = {
    id: 'remove',
    header: 'Remove',
    align: 'end',
    widthPx: 92,
    card: 'line',
    cell: (person) => <RemovePerson team={team} person={person} />,
  };
  return [
    {
      id: 'name',
      header: 'Name',
      primary: true,
      cell: ({ name, email }) => (
        <span className="grid min-w-0 py-1 leading-tight wrap-anywhere whitespace-normal">
          {name}
          <TextLink href={`mailto:${email}`} className="text-xs font-normal">
            {email}
          </TextLink>
        </span>
      ),
    },
    ...(mayManage ? [removal] : []),
  ];
}

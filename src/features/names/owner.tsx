import { useQuery } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { SelectFilter, type SelectFilterOption } from '@/components/data-table/select-filter';
import { Breakable } from '@/components/ui/breakable';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';

const WORDS: readonly SelectFilterOption<string>[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'none', label: 'Nobody' },
];

export interface OwnerFilterProps {
  /** `mine`, `none` or the id of a team; null keeps everything. */
  value: string | null;
  onChange: (owner: string | null) => void;
}

/** Offers the owners whose projects a list may be narrowed to. Nothing while there is no team to choose. */
export function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const teams = useQuery(useTRPC().team.names.queryOptions());
  const named = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (named.length === 0 && value === null) return null;
  return (
    <SelectFilter
      label="Owner"
      options={[...WORDS, ...named]}
      read={comingOf(teams)}
      value={value}
      onChange={onChange}
    />
  );
}

/** Whose an owner is, for who does not see the page that says so. */
export interface OwnerNames {
  /** Of the team. */
  readonly team?: string | undefined;
  /** Of whose teams `mine` are. */
  readonly reader?: string | undefined;
}

/** Puts an owner into words, for a list that holds nothing: "your teams", "nobody"; for a file with names. */
export function ownerWords(owner: string, { team, reader }: OwnerNames = {}): string {
  if (owner === 'none') return 'owned by nobody';
  if (owner === 'mine')
    return `owned by ${reader === undefined ? 'your teams' : `the teams of ${reader}`}`;
  return team === undefined ? 'owned by this team' : `owned by the team ${team}`;
}

/** The names that an owner's words take in a file: nobody sees the page there. Read where `owner` is a condition. */
export function useOwnerNames(owner: string | null): OwnerNames {
  const isTeam = owner !== null && owner !== 'mine' && owner !== 'none';
  const teams = useQuery({ ...useTRPC().team.names.queryOptions(), enabled: isTeam });
  const session = useQuery(useTRPC().session.current.queryOptions());
  return {
    team: teams.data?.find(({ id }) => id === owner)?.name,
    reader: session.data?.person.name,
  };
}

/** Names the team that something is of, and leads to it. */
export function OwnerName({
  owner,
}: {
  owner: { readonly id: string; readonly name: string } | null;
}) {
  if (owner === null) return <span className="text-subtle">Nobody</span>;
  return <TextLink href={hrefs.team(owner.id)}>{owner.name}</TextLink>;
}

export interface Asked {
  readonly name: string;
  readonly email: string | null;
  readonly link: string | null;
}

/** Says whom to ask: the team, with every way to reach it that is known. */
export function WhomToAsk({ owner, teamId }: { owner: Asked; teamId: string }) {
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere whitespace-normal">
      <TextLink href={hrefs.team(teamId)}>{owner.name}</TextLink>
      <WaysToAsk owner={owner} />
    </span>
  );
}

/** Links to where a team is written to; nothing where nobody said. */
export function WaysToAsk({ owner: { email, link } }: { owner: Omit<Asked, 'name'> }) {
  return (
    <>
      {email !== null && (
        <TextLink href={`mailto:${email}`}>
          <Breakable text={email} />
        </TextLink>
      )}
      {link !== null && (
        <TextLink href={link} external>
          <Breakable text={new URL(link).host} />
        </TextLink>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { SelectFilter, type SelectFilterOption } from '@/components/data-table/select-filter';
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
    <SelectFilter label="Owner" options={[...WORDS, ...named]} value={value} onChange={onChange} />
  );
}

/** Puts an owner into words, for a list that holds nothing: "your teams", "nobody". */
export function ownerWords(owner: string): string {
  if (owner === 'mine') return 'owned by your teams';
  return owner === 'none' ? 'owned by nobody' : 'owned by this team';
}

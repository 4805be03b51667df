'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { comingOf } from '@/components/data-table/choices-coming';
import { SelectFilter } from '@/components/data-table/select-filter';
import { TextLink } from '@/components/ui/text-link';
import { toast } from '@/components/ui/toast';
import { refusalOf } from '@/features/frame/words';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** Sets a project's owner by hand, or gives it back to the rules. */
export function SetOwner({ owned }: { owned: Outputs['team']['ownerOf'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const teams = useQuery(trpc.team.names.queryOptions());
  const set = useMutation({
    ...trpc.team.setOwner.mutationOptions(),
    onSuccess: async (after) => {
      queries.setQueryData(trpc.team.ownerOf.queryKey({ id: after.project_id }), after);
      toast.success(after.owner ? `${after.owner.name} owns it now` : 'Nobody owns it now');
      // Every list may be narrowed to an owner.
      await queries.invalidateQueries();
    },
    onError: (error) => toast.error(refusalOf(error, 'The owner stays.')),
  });
  if (teams.data?.length === 0) return <TextLink href={hrefs.teams}>Create a team</TextLink>;
  const options = (teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <SelectFilter
      label="Set by hand"
      allLabel="As the rules say"
      options={options}
      read={comingOf(teams)}
      value={owned.source === 'hand' ? (owned.owner?.team_id ?? null) : null}
      onChange={(teamId) => set.mutate({ id: owned.project_id, body: { team_id: teamId } })}
    />
  );
}

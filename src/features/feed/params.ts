'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import type { FeedTarget } from './types';

/** Everything that the organization has. */
export const WHOLE: FeedTarget = { scope: 'organization', name: '' };

/**
 * Gives what a page subscribes to that shows one owner's: a team's, or what the reader's own teams own. There are no
 * feeds of what nobody owns: of it the whole organization is offered.
 * @param owner as the address has it
 */
export function useOwnerTarget(owner: string | null): FeedTarget {
  const isTeam = owner !== null && owner !== 'mine' && owner !== 'none';
  const teams = useQuery({ ...useTRPC().team.names.queryOptions(), enabled: isTeam });
  if (owner === 'mine') return { scope: 'mine', name: '' };
  const team = isTeam && teams.data?.find(({ id }) => id === owner);
  return team ? { scope: 'team', subject: team.id, name: team.name } : WHOLE;
}

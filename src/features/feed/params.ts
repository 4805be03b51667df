'use client';

import { useQuery } from '@tanstack/react-query';
import { useProjectOption } from '@/features/names/project-filter';
import { useTRPC } from '@/trpc/client';
import type { FeedTarget } from './types';

/** Everything that the organization has. */
export const WHOLE: FeedTarget = { scope: 'organization', name: '' };

/** What an address narrows a page to. */
interface Shown {
  readonly owner: string | null;
  /** The id of a project. */
  readonly project: string | null;
}

/**
 * Gives what a page subscribes to: the project that is shown, else what the owner owns. A project has one owner at most.
 */
export function useShownTarget({ owner, project }: Shown): FeedTarget {
  const ofOwner = useOwnerTarget(owner);
  const shown = useProjectOption(project);
  if (!shown) return ofOwner;
  return { scope: 'project', subject: shown.value, name: shown.label };
}

/**
 * Gives what is one owner's: a team's, or what the reader's own teams own. There are no feeds of what nobody owns: of it
 * the whole organization is offered.
 */
function useOwnerTarget(owner: string | null): FeedTarget {
  const isTeam = owner !== null && owner !== 'mine' && owner !== 'none';
  const teams = useQuery({ ...useTRPC().team.names.queryOptions(), enabled: isTeam });
  if (owner === 'mine') return { scope: 'mine', name: '' };
  const team = isTeam && teams.data?.find(({ id }) => id === owner);
  return team ? { scope: 'team', subject: team.id, name: team.name } : WHOLE;
}

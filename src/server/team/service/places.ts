import { anywhere, foldedWords, type SearchQuestion } from '@/domain/search/question';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Clock } from '@/server/platform/clock';
import type { Transaction } from '@/server/platform/db/db';
import { clustersNamed, imagesRunningIn } from '@/server/running/service';
import { findPlace } from '../repository/places';

/** A question whose place was looked for: with neither, it is one about all. */
export interface PlacedQuestion extends SearchQuestion {
  /** The projects of the place; null: it is none of projects. */
  readonly projectIds: readonly string[] | null;
  /** The images that run in the cluster that is the place; null: it is no cluster. */
  readonly imageTagIds: readonly string[] | null;
}

const ANYWHERE = { projectIds: null, imageTagIds: null };

/**
 * Looks for the project, team or cluster that a question names as its place; without one all of it is plain words. The name
 * of a cluster in full stands for what runs there, and so does a part of it where no project nor team goes by the words.
 */
export async function placedQuestion(
  deps: { readonly db: Transaction; readonly clock: Clock },
  organizationId: OrganizationId,
  question: SearchQuestion,
): Promise<PlacedQuestion> {
  const { place } = question;
  if (place.length === 0) return { ...question, ...ANYWHERE };
  const [projectIds, clusters] = await Promise.all([
    findPlace(organizationId, deps.db, place),
    clustersNamed(deps, organizationId, place),
  ]);
  const named = clusters.filter(({ name }) => foldedWords(name).join(' ') === place.join(' '));
  const meant = named.length > 0 ? named : projectIds.length > 0 ? [] : clusters;
  if (meant.length > 0) {
    const ids = meant.map(({ id }) => id);
    const imageTagIds = await imagesRunningIn(deps, organizationId, ids);
    return { ...question, projectIds: null, imageTagIds };
  }
  return projectIds.length > 0
    ? { ...question, projectIds, imageTagIds: null }
    : { ...anywhere(question), ...ANYWHERE };
}

import { anywhere, type SearchQuestion } from '@/domain/search/question';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findPlace } from '../repository/places';

/** A question whose place was looked for. */
export interface PlacedQuestion extends SearchQuestion {
  /** The projects of the place; null: anywhere. */
  readonly projectIds: readonly string[] | null;
}

/** Looks for the project or team that a question names as its place; without one all of it is plain words. */
export async function placedQuestion(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  question: SearchQuestion,
): Promise<PlacedQuestion> {
  if (question.place.length === 0) return { ...question, projectIds: null };
  const projectIds = await findPlace(organizationId, db, question.place);
  return projectIds.length > 0
    ? { ...question, projectIds }
    : { ...anywhere(question), projectIds: null };
}

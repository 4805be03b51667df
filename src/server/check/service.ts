import { checkAnswer } from '@/domain/catalog/check/check-answer';
import type { CheckAnswer, CheckQuestion } from '@/domain/catalog/check/answer';
import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';

/**
 * Whether components have ended, as the organization's catalogue says, in the order of the questions. The
 * catalogue is in memory: nothing is read from the database.
 */
export async function checkComponents(
  { catalog, clock }: Deps,
  organizationId: OrganizationId,
  questions: readonly CheckQuestion[],
): Promise<CheckAnswer[]> {
  const view = await catalog.forOrganization(organizationId);
  const today = dayOf(clock.now());
  return questions.map((question) =>
    checkAnswer(view.match(question.component), question, today, null),
  );
}

/** The same for one. */
export async function checkComponent(
  deps: Deps,
  organizationId: OrganizationId,
  question: CheckQuestion,
): Promise<CheckAnswer> {
  const view = await deps.catalog.forOrganization(organizationId);
  const today = dayOf(deps.clock.now());
  return checkAnswer(view.match(question.component), question, today, null);
}

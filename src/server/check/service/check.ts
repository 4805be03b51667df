import { setImmediate } from 'node:timers/promises';
import { adviseMove, type Advice } from '@/domain/advice/advice';
import type { AdvisedAnswer, CheckQuestion } from '@/domain/catalog/check/answer';
import { asksRegistry, checkAnswer } from '@/domain/catalog/check/verdict';
import { registryFinding, type RegistryFinding } from '@/domain/catalog/check/registry';
import type { CatalogView } from '@/domain/catalog/view';
import type { CatalogMatch } from '@/domain/catalog/match';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { registryComponentOf } from '@/domain/registry/component';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';

/** A few milliseconds of work a turn: a scanner that waits for its policies must not wait for a whole batch. */
const ANSWERS_PER_TURN = 200;

interface Matched {
  readonly question: CheckQuestion;
  readonly match: CatalogMatch;
}

/**
 * Tells whether components have ended, as the organization's catalog says, in the order of the questions. The
 * catalog is in memory: the database is not asked. Registries that are configured are asked about components that
 * the catalog does not know, for at most 300 ms all together.
 */
export async function checkComponents(
  { catalog, clock, registry }: Deps,
  organizationId: OrganizationId,
  questions: readonly CheckQuestion[],
): Promise<AdvisedAnswer[]> {
  const view = await catalog.forOrganization(organizationId);
  const matched = questions.map((question) => ({
    question,
    match: view.match(question.component),
  }));
  const findings = await findingsFor(registry, matched);
  const today = dayOf(clock.now());
  const answers: AdvisedAnswer[] = [];
  for (const [index, { match, question }] of matched.entries()) {
    if (index > 0 && index % ANSWERS_PER_TURN === 0) await setImmediate();
    const answer = checkAnswer(match, question, today, findings.get(index) ?? null);
    answers.push({ ...answer, advice: adviceOf(match, view, today) });
  }
  return answers;
}

/** Gives advice where to move from the release cycle that a component is of. */
export function adviceOf(match: CatalogMatch, view: CatalogView, today: Day): Advice | null {
  if (!match.found) return null;
  const { product, cycle } = match;
  return adviseMove({ product, upstream: view.upstreamOf(product) }, cycle.name, today);
}

/** Does the same for one component. */
export async function checkComponent(
  deps: Deps,
  organizationId: OrganizationId,
  question: CheckQuestion,
): Promise<AdvisedAnswer> {
  const [answer] = await checkComponents(deps, organizationId, [question]);
  if (!answer) throw new Error('A question was left without an answer');
  return answer;
}

/** Finds the registries' evidence, by the position of the question. */
async function findingsFor(
  registry: Deps['registry'],
  matched: readonly Matched[],
): Promise<ReadonlyMap<number, RegistryFinding>> {
  const asked = matched.flatMap(({ match, question }, index) => {
    const component = asksRegistry(match, question)
      ? registryComponentOf(question.component)
      : null;
    return component ? [{ index, component }] : [];
  });
  if (asked.length === 0) return new Map();
  const evidence = await registry.evidenceForAll(asked.map(({ component }) => component));
  return new Map(
    asked.flatMap(({ index, component }, position) => {
      const said = evidence[position];
      return said ? [[index, registryFinding(component, said)]] : [];
    }),
  );
}

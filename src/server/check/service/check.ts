import { setImmediate } from 'node:timers/promises';
import { adviseMove, type Advice } from '@/domain/advice/advice';
import type { AdvisedAnswer, CheckAnswer, CheckQuestion } from '@/domain/catalog/check/answer';
import { asksRegistry, checkAnswer } from '@/domain/catalog/check/verdict';
import { type Heard, heardOf, NOTHING_HEARD } from '@/domain/catalog/check/registry';
import type { CatalogView } from '@/domain/catalog/view';
import { coverCycle } from '@/domain/catalog/covered';
import type { Candidate, CatalogMatch } from '@/domain/catalog/match';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { packageOfQuery } from '@/domain/registry/component';
import { markOf } from '@/server/coverage/dto';
import { type CatalogCover, findCatalogCover } from '@/server/coverage/service';
import { ownProjectOf, requireOwnProject } from '@/server/platform/auth/build-scope';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { packageReadings } from '@/server/registry/service/package-verdicts';
import { recentAnswers, type Said } from './recent-answers';

/** A few milliseconds of work a turn: a scanner that waits for its policies must not wait for a whole batch. */
const ANSWERS_PER_TURN = 200;

interface Matched {
  readonly question: CheckQuestion;
  readonly match: CatalogMatch;
}

/** Who asks: contracts for all of the organization count for them, and those that cover a project that they name. */
export interface Asker {
  readonly organizationId: OrganizationId;
  readonly projectName: string | null;
}

/**
 * Gives who asks of a caller: a build asks for its own project.
 * @throws DomainError 403 for a build that names another one
 */
export function askerOf(principal: Principal, project: string | null): Asker {
  if (project !== null) requireOwnProject(principal, project);
  const { organizationId } = principal;
  return { organizationId, projectName: project ?? ownProjectOf(principal) };
}

/**
 * Tells whether components have ended, as the organization's catalog and its contracts say, in the order of the
 * questions. The catalog is in memory: the database is asked where there are contracts, once, and for what registries have
 * said in the background of packages whose end the catalog does not know. Registries that are configured are asked about these,
 * for at most 300 ms all together.
 */
export async function checkComponents(
  deps: Deps,
  asker: Asker,
  questions: readonly CheckQuestion[],
): Promise<AdvisedAnswer[]> {
  const said = await answersTo(deps, asker, questions);
  return said.map(({ answer }) => answer);
}

/** Does the same for one component; its answer may be written already. */
export async function checkComponent(
  deps: Deps,
  asker: Asker,
  question: CheckQuestion,
): Promise<Said> {
  const [said] = await answersTo(deps, asker, [question]);
  if (!said) throw new Error('A question was left without an answer');
  return said;
}

async function answersTo(
  { db, catalog, clock, registry }: Deps,
  { organizationId, projectName }: Asker,
  questions: readonly CheckQuestion[],
): Promise<Said[]> {
  const view = await catalog.forOrganization(organizationId);
  const today = dayOf(clock.now());
  const recent = view.hasContracts ? null : recentAnswers(catalog, view, today);
  // A batch finds what is known, and would displace most of it by what it asks about.
  const isAlone = questions.length === 1;
  const said = new Map<CheckQuestion, Said>();
  const matched: Matched[] = [];
  for (const question of questions) {
    const known = recent?.find(question);
    if (known) said.set(question, known);
    else matched.push({ question, match: view.match(question.component) });
  }
  const cover = view.hasContracts
    ? await findCatalogCover(organizationId, db, projectName, cyclesOf(matched))
    : null;
  const heard = await heardOfAll({ db, registry }, matched, today);
  for (const [index, { match, question }] of matched.entries()) {
    if (index > 0 && index % ANSWERS_PER_TURN === 0) await setImmediate();
    const words = heard.get(index) ?? NOTHING_HEARD;
    const found = cover
      ? coveredAnswer(match, cover, today, (covered) =>
          checkAnswer(covered, question, today, words),
        )
      : checkAnswer(match, question, today, words);
    // Of the match as it was: nothing is recommended because of a contract.
    const answer = { ...found, advice: adviceOf(match, view, today) };
    const isKept = recent !== null && isAlone && !asksRegistry(match, question);
    said.set(question, isKept ? recent.keep(question, answer) : { answer, json: null });
  }
  return questions.map((question) => {
    const one = said.get(question);
    if (!one) throw new Error('A question was left without an answer');
    return one;
  });
}

/** Gives advice where to move from the release cycle that a component is of. */
export function adviceOf(match: CatalogMatch, view: CatalogView, today: Day): Advice | null {
  if (!match.found) return null;
  const { product, cycle } = match;
  return adviseMove({ product, upstream: view.upstreamOf(product) }, cycle.name, today);
}

/** Lists the release cycles that matches may speak of. */
function cyclesOf(matched: readonly Matched[]) {
  return matched
    .flatMap(({ match }) => (match.found ? [match] : (match.candidates ?? [])))
    .map(({ product, cycle }) => ({ product: product.name, cycle: cycle.name }));
}

/** Answers of what a component may be as contracts cover it, and marks what they do. */
function coveredAnswer(
  match: CatalogMatch,
  cover: CatalogCover,
  today: Day,
  answer: (match: CatalogMatch) => CheckAnswer,
): CheckAnswer & Pick<AdvisedAnswer, 'contract'> {
  const covered = ({ product, cycle }: Candidate) => {
    const covering = cover(product.name, cycle.name);
    return covering ? coverCycle(cycle, covering, today) : { support: null, cycle };
  };
  if (match.found) {
    const { support, cycle } = covered(match);
    return { ...answer({ ...match, cycle }), ...markOf(support) };
  }
  const candidates = match.candidates?.map((one) => ({ ...one, ...covered(one) }));
  if (!candidates) return answer(match);
  const { candidates: answers, ...rest } = answer({ ...match, candidates });
  if (!answers) return rest;
  // They are answered in their order.
  return {
    ...rest,
    candidates: answers.map((one, index) => ({ ...one, ...markOf(candidates[index]?.support) })),
  };
}

/** Finds what registries say of components and what the background has read of them, by the position of the question. */
async function heardOfAll(
  { db, registry }: Pick<Deps, 'db' | 'registry'>,
  matched: readonly Matched[],
  today: Day,
): Promise<ReadonlyMap<number, Heard>> {
  const asked = matched.flatMap(({ match, question }, index) => {
    const component = asksRegistry(match, question) ? packageOfQuery(question.component) : null;
    return component ? [{ index, component }] : [];
  });
  if (asked.length === 0) return new Map();
  const components = asked.map(({ component }) => component);
  const [answered, read] = await Promise.all([
    registry.evidenceForAll(components),
    packageReadings(db, components, today),
  ]);
  return new Map(
    asked.map(({ index, component }, position) => [
      index,
      heardOf(component, answered[position] ?? null, read[position] ?? null),
    ]),
  );
}

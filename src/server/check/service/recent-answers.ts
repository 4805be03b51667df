import type { AdvisedAnswer, CheckQuestion } from '@/domain/catalog/check/answer';
import type { Day } from '@/domain/eol/calendar';
import type { CatalogStore, OrganizationCatalog } from '@/server/catalog/service/store';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { oncePer } from '@/server/platform/once-per';
import { RecentlyUsed } from '@/server/platform/recently-used';
import { checkAnswer } from '../dto';

/** Characters of JSON: some 1,300 answers of all organizations. The objects are about as large. */
const LIMITS = { all: 4_194_304, one: 65_536 };
/** Longer questions are answered anew each time: they would take more memory than their answers. */
const MAX_KEY_LENGTH = 1_024;

interface WrittenAnswer {
  readonly answer: AdvisedAnswer;
  /** The same as `POST /eol/check` writes it. */
  readonly json: string;
}

const answersIn = oncePer((_catalog: CatalogStore) => new RecentlyUsed<WrittenAnswer>(LIMITS));

/** Answers that follow from an organization's catalog and the day alone. */
interface RecentAnswers {
  find(question: CheckQuestion): WrittenAnswer | null;
  keep(question: CheckQuestion, answer: AdvisedAnswer): WrittenAnswer;
}

/**
 * Gives what this process has answered from a state of the catalog on a day: builds ask about the same packages over and over.
 * Another state has another key, and so has another day. What contracts or registries had a part in must not be kept.
 */
export function recentAnswers(
  catalog: CatalogStore,
  organizationId: OrganizationId,
  { key: state }: OrganizationCatalog,
  today: Day,
): RecentAnswers {
  const answers = answersIn(catalog);
  const keyOf = ({ component, lifecycle }: CheckQuestion) =>
    JSON.stringify([organizationId, state, today, lifecycle, component]);
  return {
    find: (question) => answers.find(keyOf(question)),
    keep(question, answer) {
      const key = keyOf(question);
      const written = { answer, json: JSON.stringify(checkAnswer.parse(answer)) };
      if (key.length <= MAX_KEY_LENGTH) answers.keep(key, written, written.json.length);
      return written;
    },
  };
}

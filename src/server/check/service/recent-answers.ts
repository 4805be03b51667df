import { randomUUID } from 'node:crypto';
import type { AdvisedAnswer, CheckQuestion } from '@/domain/catalog/check/answer';
import type { Day } from '@/domain/eol/calendar';
import type {
  CatalogStore,
  LoadedCatalog,
  OrganizationCatalog,
} from '@/server/catalog/service/store';
import { oncePer } from '@/server/platform/once-per';
import { RecentlyUsed } from '@/server/platform/recently-used';
import { checkAnswer } from '../dto';

/** Bytes in memory, counted generously: some thousand answers of all organizations. */
const LIMITS = { all: 8_388_608, one: 131_072 };
/** Of what an answer takes beside its texts. */
const OBJECT_BYTES = 2_048;
const BYTES_PER_CHARACTER = 2;
/** Longer questions are answered anew each time: they would take more memory than their answers. */
const MAX_KEY_LENGTH = 1_024;

/** An answer. `json` is what `POST /eol/check` writes of it, where that is known already. */
export interface Said {
  readonly answer: AdvisedAnswer;
  readonly json: string | null;
}

/**
 * Gone with the catalog that they were found in: nobody finds them afterwards, and each holds parts of it that nothing else would
 * hold any more, and that are not counted.
 */
const answersIn = oncePer((_loaded: LoadedCatalog) => new RecentlyUsed<Said>(LIMITS));

/**
 * A name for one view of a catalog, which is another for each state that was read. Its `key` would not do: an organization that
 * is imported again brings the number of its additions along.
 */
const nameOf = oncePer((_view: OrganizationCatalog) => randomUUID());

/** Answers that follow from an organization's catalog and the day alone. */
interface RecentAnswers {
  find(question: CheckQuestion): Said | null;
  keep(question: CheckQuestion, answer: AdvisedAnswer): Said;
}

/**
 * Gives what this process has answered from a view of an organization's catalog on a day: builds ask about the same packages over
 * and over. What contracts or registries had a part in must not be kept.
 */
export function recentAnswers(
  catalog: CatalogStore,
  view: OrganizationCatalog,
  today: Day,
): RecentAnswers {
  const answers = answersIn(catalog.current());
  const name = nameOf(view);
  const keyOf = ({ component, lifecycle }: CheckQuestion) =>
    JSON.stringify([name, today, lifecycle, component]);
  return {
    find: (question) => answers.find(keyOf(question)),
    keep(question, answer) {
      const key = keyOf(question);
      if (key.length > MAX_KEY_LENGTH) return { answer, json: null };
      const json = JSON.stringify(checkAnswer.parse(answer));
      const said = { answer, json };
      answers.keep(key, said, BYTES_PER_CHARACTER * (key.length + json.length) + OBJECT_BYTES);
      return said;
    },
  };
}

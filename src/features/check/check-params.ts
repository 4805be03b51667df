import {
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { ECOSYSTEMS } from '@/domain/catalog/match';
import { EOL_STATES } from '@/domain/eol/proximity';

export const CHECK_VIEWS = ['answer', 'json', 'curl'] as const;
export type CheckView = (typeof CHECK_VIEWS)[number];

/** The question and how its answer is shown, in the address, so that both can be shared. */
export const checkParsers = {
  /** What was typed: one component, or one on each line. */
  q: parseAsString.withDefault(''),
  /** Where names without an identifier come from. */
  ecosystem: parseAsStringLiteral(ECOSYSTEMS).withDefault('generic'),
  /** Tells products of one name apart. */
  vendor: parseAsString.withDefault(''),
  level: parseAsStringLiteral(SUPPORT_LEVELS).withDefault('STANDARD_SUPPORT'),
  /** Of many answers those of this state alone. */
  state: parseAsStringLiteral(EOL_STATES),
  view: parseAsStringLiteral(CHECK_VIEWS).withDefault('answer'),
};

export type CheckParams = inferParserType<typeof checkParsers>;

const serialize = createSerializer(checkParsers);

/** The address of a question with its answer. */
export function checkHref(params: Partial<CheckParams> = {}): string {
  return serialize('/check', params);
}

import {
  createLoader,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { CONTRACT_SORTS, CONTRACT_STATES } from '@/domain/contract/contract';
import { SORT_DIRECTIONS } from '@/domain/list';
import { pageParsers, searchText } from '@/lib/page-params';

/** The choice of contracts in an address. */
const contractsParsers = {
  q: parseAsString.withDefault(''),
  state: parseAsStringLiteral(CONTRACT_STATES),
  sort: parseAsStringLiteral(CONTRACT_SORTS).withDefault('end'),
  dir: parseAsStringLiteral(SORT_DIRECTIONS).withDefault('asc'),
  ...pageParsers,
};

export const loadContractsParams = /* @__PURE__ */ createLoader(contractsParsers);

/** Turns the address into the input of `contract.list`. */
export function toContractsQuery({
  q,
  state,
  sort,
  dir,
  page,
  size,
}: inferParserType<typeof contractsParsers>) {
  return { search: searchText(q), state, sort, direction: dir, page, size };
}

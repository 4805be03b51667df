import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { PROJECT_STATES } from '@/domain/companion/pull';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';

/** Filter and page of the projects that are pulled, as the URL holds them. */
export const companionParsers = { state: parseAsStringLiteral(PROJECT_STATES), ...pageParsers };

export type CompanionParams = inferParserType<typeof companionParsers>;

export const loadCompanionParams = /* @__PURE__ */ createLoader(companionParsers);
const serialize = createSerializer(companionParsers);

/** Links to the page in a state; what is left out takes its default. */
export function companionHref(params: Partial<CompanionParams> = {}): string {
  return serialize(hrefs.settings.companion(), params);
}

/** Turns the URL's state into the input of `companion.projects`. */
export function toProjectsQuery({ state, page, size }: CompanionParams) {
  return { state, page, size };
}

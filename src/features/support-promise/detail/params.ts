import {
  createLoader,
  createSerializer,
  parseAsStringLiteral,
  type inferParserType,
} from 'nuqs/server';
import { OUTLIVES_STANDINGS } from '@/domain/support-promise/outlives';

/** What the page of a project's promise shows, in its address. */
export const outlivesParsers = {
  /** Only what stands so; all of it without. */
  show: parseAsStringLiteral(OUTLIVES_STANDINGS),
};

export type OutlivesParams = inferParserType<typeof outlivesParsers>;

export const loadOutlivesParams = /* @__PURE__ */ createLoader(outlivesParsers);
export const serializeOutlives = /* @__PURE__ */ createSerializer(outlivesParsers);

import { createLoader } from 'nuqs/server';
import { parseAsDay } from '@/features/names/day';

/** The state of an explanation in its address. */
export const explanationParsers = {
  /** A UTC day, to look at it as it was then. */
  as_of: parseAsDay,
};

export const loadExplanationParams = /* @__PURE__ */ createLoader(explanationParsers);

import { createLoader, parseAsString, type inferParserType } from 'nuqs/server';

/** What a link that leads to the form knows already: the parts of `hrefs.newWaiver`. */
const askParsers = {
  team: parseAsString,
  project: parseAsString,
  image: parseAsString,
  tag: parseAsString,
  product: parseAsString,
  cycle: parseAsString,
};

export type AskParams = inferParserType<typeof askParsers>;

export const loadAskParams = /* @__PURE__ */ createLoader(askParsers);

import { createSerializer, type inferParserType } from 'nuqs/server';
import { hrefs } from '@/features/hrefs';
import { pageParsers } from '@/lib/page-params';

/** Which page of what is known of repositories is shown: there are up to 10,000, and each may have to be forgotten. */
export const knownParsers = pageParsers;

type KnownParams = inferParserType<typeof knownParsers>;

const serialize = createSerializer(knownParsers);

/** Builds the address of a page of what is known. */
export function knownHref(params: Partial<KnownParams>): string {
  return serialize(hrefs.settings.buildTokens, params);
}

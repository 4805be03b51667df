import { createFeedToken } from './feed-token/create-feed-token';
import { listFeedTokens } from './feed-token/list-feed-tokens';
import { revokeAnyFeedToken } from './feed-token/revoke-any-feed-token';
import { revokeFeedToken } from './feed-token/revoke-feed-token';

/** The operations on the addresses of feeds that have paths. */
export const feedToken = {
  list: listFeedTokens,
  create: createFeedToken,
  revokeAny: revokeAnyFeedToken,
};

/** All of them: the dashboard also lets people revoke their own. */
export const feedTokenOfPage = { ...feedToken, revoke: revokeFeedToken };

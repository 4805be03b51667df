import { createFeedToken } from './feed-token/create-feed-token';
import { listFeedTokens } from './feed-token/list-feed-tokens';
import { revokeFeedToken } from './feed-token/revoke-feed-token';

/** The operations on the addresses of feeds, which all have paths. */
export const feedToken = {
  list: listFeedTokens,
  create: createFeedToken,
  revoke: revokeFeedToken,
};

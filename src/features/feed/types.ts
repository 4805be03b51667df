import type { FeedScope } from '@/domain/feed/address';
import type { Outputs } from '@/trpc/outputs';

/** What a page offers to subscribe to. */
export type FeedTarget =
  | { readonly scope: 'organization' | 'mine'; readonly name: string }
  | {
      readonly scope: Exclude<FeedScope, 'organization' | 'mine'>;
      /** The id of the team, project or image, or the slug of the product. */
      readonly subject: string;
      readonly name: string;
    };

export type FeedTokenRow = Outputs['feedToken']['list'][number];

/** A token that was just made, with its secret. */
export type ShownFeedToken = Outputs['feedToken']['create'];

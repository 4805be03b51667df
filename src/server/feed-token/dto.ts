import { z } from 'zod';
import { SECRET_PREFIXES } from '@/domain/api-key/api-key';
import type { CatalogView } from '@/domain/catalog/view';
import { FEED_SCOPES, feedEndoflifeUrl, feedUrl } from '@/domain/feed/address';
import { instant } from '@/server/platform/trpc/outputs';
import type { FeedTokenRow } from './repository';

export const feedTokenExample = {
  id: '01931c6a-0000-7c03-ad18-9e6c3f7b2041',
  label: 'Payments, in everybody’s calendar',
  scope: 'team' as const,
  subject: '01931c5d-0000-7c03-ad18-9e6c3f7b2041',
  subject_name: 'Payments',
  prefix: 'evf_9aX2bQ7c',
  created_by: 'Ada Lovelace',
  created_by_user_id: '01931c5a-7777-7c03-ad18-9e6c3f7b2041',
  created_at: '2026-01-02T09:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  creator_left: false,
};

/** A feed token without its secret. */
export const feedTokenRecord = z.object({
  id: z.guid(),
  label: z.string(),
  scope: z.enum(FEED_SCOPES),
  subject: z
    .string()
    .nullable()
    .describe(
      'The id of the team, project, image or person, or the slug of the product; null for the organization',
    ),
  subject_name: z
    .string()
    .nullable()
    .describe('Null for the organization, and where the subject is gone: then it reads nothing'),
  prefix: z.string().describe('How the token begins, to recognize it by'),
  created_by: z.string(),
  created_by_user_id: z.guid().nullable().describe('Null: nobody is known'),
  created_at: instant,
  expires_at: instant.nullable().describe('Null: it holds until it is revoked'),
  last_used_at: instant.nullable().describe('To the hour; null: never'),
  creator_left: z.boolean().describe('Whether the person who made it is no longer a member'),
});
export type FeedTokenRecord = z.output<typeof feedTokenRecord>;

/** A record together with the token itself. */
export const shownFeedToken = feedTokenRecord
  .extend({
    token: z.string().describe('Shown this once'),
    public_url: z.string(),
    addresses: z
      .object({ calendar: z.string(), atom: z.string(), badge: z.string() })
      .extend({
        badge_data: z.string().describe('As shields’ endpoint takes it'),
        endoflife: z.string().describe('Below it `{product}.json`, in endoflife.date’s form'),
      })
      .describe('Whoever has one of them has the token'),
  })
  .meta({
    id: 'ShownFeedToken',
    example: {
      ...feedTokenExample,
      token: 'evf_9aX2bQ7c_shown-this-once',
      public_url: 'https://eventide.example.com',
      addresses: addressesOf('https://eventide.example.com', 'evf_9aX2bQ7c_shown-this-once'),
    },
  });

/** Gives the addresses of a token that is shown. */
export function addressesOf(publicUrl: string, token: string) {
  return {
    calendar: feedUrl(publicUrl, token, 'calendar.ics'),
    atom: feedUrl(publicUrl, token, 'feed.atom'),
    badge: feedUrl(publicUrl, token, 'badge.svg'),
    badge_data: feedUrl(publicUrl, token, 'badge.json'),
    endoflife: feedEndoflifeUrl(publicUrl, token),
  };
}

/** Makes the record of a token as people see it: everything but the token. */
export function toFeedTokenRecord(row: FeedTokenRow, catalog: CatalogView): FeedTokenRecord {
  const { id, label, scope, subjectId, product, createdByUserId } = row;
  return {
    ...{ id, label, scope },
    subject: subjectId ?? product,
    subject_name: subjectNameOf(row, catalog),
    prefix: `${SECRET_PREFIXES.feedToken}${row.publicId}`,
    created_by: row.createdBy,
    created_by_user_id: createdByUserId,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    creator_left: createdByUserId !== null && row.memberId === null,
  };
}

function subjectNameOf(row: FeedTokenRow, catalog: CatalogView): string | null {
  if (row.product !== null) return catalog.productBySlug(row.product)?.name ?? null;
  if (row.scope === 'mine') return row.memberId === null ? null : row.createdBy;
  if (row.teamName !== null) return row.teamName;
  if (row.imageName !== null) return imageNameOf({ name: row.imageName, tag: row.imageTag ?? '' });
  return row.projectName;
}

/** Names an image: `nginx:1.25`. Directories have no tag. */
export function imageNameOf({ name, tag }: { readonly name: string; readonly tag: string }) {
  return tag === '' ? name : `${name}:${tag}`;
}

import { z } from 'zod';
import { SECRET_PREFIXES } from '@/domain/api-key/api-key';
import type { CatalogView } from '@/domain/catalog/view';
import { FEED_SCOPES } from '@/domain/feed/address';
import { instant } from '@/server/platform/trpc/outputs';
import type { FeedTokenRow } from './repository';

/** A feed token without its secret. */
export const feedTokenRecord = z.object({
  id: z.guid(),
  label: z.string(),
  scope: z.enum(FEED_SCOPES),
  /** The id of the team, project, image or person, or the slug of the product; null for the organization. */
  subject: z.string().nullable(),
  /** Null for the organization, and where the subject is gone: then the token reads nothing. */
  subject_name: z.string().nullable(),
  /** How the token begins, to recognize it by. */
  prefix: z.string(),
  created_by: z.string(),
  /** Null: nobody is known. */
  created_by_user_id: z.guid().nullable(),
  created_at: instant,
  /** Null: it holds until it is revoked. */
  expires_at: instant.nullable(),
  /** To the hour; null: never. */
  last_used_at: instant.nullable(),
  /** Whether the person who made it is no longer a member. */
  creator_left: z.boolean(),
});
export type FeedTokenRecord = z.output<typeof feedTokenRecord>;

/** A record together with the token itself. */
export const shownFeedToken = feedTokenRecord.extend({
  /** Shown this once. */
  token: z.string(),
  public_url: z.string(),
});

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

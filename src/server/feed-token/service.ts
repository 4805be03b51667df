import { v7 as uuidv7 } from 'uuid';
import {
  generateSecret,
  isSameDigest,
  parseSecret,
  type SecretText,
} from '@/domain/api-key/api-key';
import { conflict, type Fault, forbidden, invalid, notFound } from '@/domain/errors';
import type { FeedScope } from '@/domain/feed/address';
import { can } from '@/domain/roles/permissions';
import { findPersonBehindKey, requireStanding } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { type Actor, type Principal, readerIdOf } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findTeamName } from '@/server/team/service/teams';
import { addressesOf, type FeedTokenRecord, imageNameOf, toFeedTokenRecord } from './dto';
import {
  countFeedTokens,
  deleteFeedToken,
  type FeedTokenRow,
  findFeedToken,
  findFeedTokens,
  findFeedTokensOf,
  findImageName,
  findMemberName,
  findProjectName,
  findShownTokens,
  insertFeedToken,
  touchFeedToken,
} from './repository';

/** Calendars look twice a day: nobody needs to know the minute. */
const TOUCH_AFTER_MS = 3_600_000;
/** In one organization. */
const MAX_FEED_TOKENS = 1_000;

export interface NewFeedToken {
  readonly label: string;
  readonly scope: FeedScope;
  /** The id of a team, a project or an image, the slug of a product; null for the others. */
  readonly subject: string | null;
  /** Null: it holds until it is revoked. */
  readonly expiresAt: Date | null;
}

/** What a token reads: an organization, or a part of it. */
export interface FeedSubject {
  readonly organizationId: OrganizationId;
  readonly scope: FeedScope;
  /** Of the team, project or image, where the scope is one; of the scope `mine` that of the person. */
  readonly subjectId: string | null;
  /** The slug, where the scope is a product. */
  readonly product: string | null;
}

/** A token that somebody has shown, and that holds. */
export interface ShownFeedToken extends FeedSubject {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * Makes a token of the caller's organization. It reads without any sign-in, so it reads one scope and nothing else.
 * @param secret a new one, unless it was made elsewhere
 * @throws DomainError 403 as {@link requireStanding}, 404 when the organization has no such team, project, image or product, 409 when it
 *   has {@link MAX_FEED_TOKENS} tokens, 422 when the expiry is not in the future or a program asks for what is its own
 */
export async function createFeedToken(
  deps: Deps,
  actor: Actor,
  given: NewFeedToken,
  secret: SecretText = generateSecret('feedToken'),
) {
  const { organizationId } = actor;
  const { label, scope, subject, expiresAt } = given;
  requireFuture(expiresAt, deps.clock.now());
  const readerId = readerIdOf(actor);
  if (scope === 'mine' && readerId === null) throw invalid([NOBODYS]);
  const of: FeedSubject = {
    ...{ organizationId, scope },
    subjectId: scope === 'mine' ? readerId : scope === 'product' ? null : subject,
    product: scope === 'product' ? subject : null,
  };
  const catalog = await deps.catalog.forOrganization(organizationId);
  const record = await deps.db.transaction(async (tx) => {
    await requireStanding(tx, actor, 'feed:write');
    if ((await countFeedTokens(organizationId, tx)) >= MAX_FEED_TOKENS) {
      throw conflict(`An organization has at most ${String(MAX_FEED_TOKENS)} feed tokens`);
    }
    await findSubjectName({ db: tx, catalog: deps.catalog }, of);
    const at = deps.clock.now();
    const id = uuidv7();
    const createdByUserId =
      actor.kind === 'person' ? actor.id : await findPersonBehindKey(organizationId, tx, actor.id);
    await insertFeedToken(organizationId, tx, {
      ...{ id, label, scope, subjectId: of.subjectId, product: of.product },
      ...{ publicId: secret.publicId, tokenSha256: Uint8Array.from(secret.sha256) },
      ...{ createdBy: actor.name, createdByUserId, createdAt: at, expiresAt },
    });
    const row = await findFeedToken(organizationId, tx, id);
    if (!row) throw new Error('A new feed token is not there');
    const after = toFeedTokenRecord(row, catalog);
    const subjectKind = 'feed_token';
    await recordAudit(tx, actor, {
      ...{ at, action: 'feed_token.create', subjectKind, subjectId: id, after },
    });
    return after;
  });
  const { publicUrl } = deps.env;
  return {
    ...{ ...record, token: secret.text, public_url: publicUrl },
    addresses: addressesOf(publicUrl, secret.text),
  };
}

const NOBODYS: Fault = {
  loc: ['body', 'scope'],
  msg: 'Value error, a key is in no team',
  type: 'value_error',
};

function requireFuture(expiresAt: Date | null, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  const msg = 'Value error, the expiry must be in the future';
  throw invalid([{ loc: ['body', 'expires_at'], msg, type: 'value_error' }]);
}

/**
 * Lists the tokens of an organization, newest first: also those that have expired. Each says whether the caller may
 * revoke it.
 */
export async function listFeedTokens({ db, catalog }: Deps, principal: Principal) {
  const { organizationId } = principal;
  const [rows, view] = await Promise.all([
    findFeedTokens(organizationId, db),
    catalog.forOrganization(organizationId),
  ]);
  return rows.map((row) => ({
    ...toFeedTokenRecord(row, view),
    may_revoke: mayRevoke(principal, row),
  }));
}

/** Whoever made a token may revoke it, and admins each. */
function mayRevoke({ kind, id, role }: Principal, { createdByUserId }: FeedTokenRow): boolean {
  const isOwn = kind === 'person' && createdByUserId === id;
  return isOwn || can(role, 'organization:manage');
}

/**
 * Revokes a token for good; whatever reads it is answered 404 from the next request on.
 * @throws DomainError 403 for another person's token unless the caller is an admin, 404 when the organization has no
 *   such token, or it is revoked already
 */
export async function revokeFeedToken(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor;
  const catalog = await deps.catalog.forOrganization(organizationId);
  await deps.db.transaction(async (tx) => {
    const row = await findFeedToken(organizationId, tx, id);
    if (!row) throw notFound('Feed token');
    if (!mayRevoke(actor, row)) {
      throw forbidden('Only admins revoke what another person has made');
    }
    if (!(await deleteFeedToken(organizationId, tx, id))) throw notFound('Feed token');
    await recordRevocation(tx, actor, toFeedTokenRecord(row, catalog), deps.clock.now());
  });
}

/** Revokes all tokens that a person has made, in the transaction that takes them out of the organization. */
export async function revokeFeedTokensOf(
  deps: Pick<Deps, 'catalog'>,
  tx: Transaction,
  actor: Actor,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { organizationId } = actor;
  const catalog = await deps.catalog.forOrganization(organizationId);
  for (const row of await findFeedTokensOf(organizationId, tx, userId)) {
    if (!(await deleteFeedToken(organizationId, tx, row.id))) continue;
    await recordRevocation(tx, actor, toFeedTokenRecord(row, catalog), at);
  }
}

function recordRevocation(tx: Transaction, actor: Actor, before: FeedTokenRecord, at: Date) {
  return recordAudit(tx, actor, {
    at,
    action: 'feed_token.revoke',
    subjectKind: 'feed_token',
    subjectId: before.id,
    before,
  });
}

/** Finds the token that somebody shows; null when there is none such, or it has expired: nobody is told which. */
export async function findShownToken(deps: Deps, text: string): Promise<ShownFeedToken | null> {
  const shown = parseSecret('feedToken', text);
  if (!shown) return null;
  const rows = await findShownTokens(deps.db, shown.publicId);
  const row = rows.find(({ tokenSha256 }) => isSameDigest(tokenSha256, shown.sha256));
  if (!row || (row.expiresAt && row.expiresAt <= deps.clock.now())) return null;
  const organizationId = mintOrganizationId(row.organizationId);
  noteUse(deps, organizationId, row);
  const { id, scope, subjectId, product, createdAt } = row;
  return { organizationId, id, scope, subjectId, product, createdAt };
}

/** Notes a use in the background: it is not worth a reader's waiting. */
function noteUse(
  { db, clock, logger }: Deps,
  organizationId: OrganizationId,
  { id, lastUsedAt }: { readonly id: string; readonly lastUsedAt: Date | null },
): void {
  const now = clock.now();
  const before = new Date(now.getTime() - TOUCH_AFTER_MS);
  if (lastUsedAt && lastUsedAt >= before) return;
  touchFeedToken(organizationId, db, id, { now, before }).catch((error: unknown) => {
    logger.warn({ err: error }, 'could not note a time of last use');
  });
}

/**
 * Gives the name of what a token reads; null for the whole organization.
 * @throws DomainError 404 when the organization has no such team, project, image, product or member any more
 */
export async function findSubjectName(
  { db, catalog }: { readonly db: Transaction; readonly catalog: Deps['catalog'] },
  { organizationId, scope, subjectId, product }: FeedSubject,
): Promise<string | null> {
  switch (scope) {
    case 'organization':
      return null;
    case 'team': {
      const name = subjectId && (await findTeamName(organizationId, db, subjectId));
      if (name === null) throw notFound('Team');
      return name;
    }
    case 'mine': {
      const name = subjectId && (await findMemberName(organizationId, db, subjectId));
      if (name === null) throw notFound('Member');
      return `The teams of ${name}`;
    }
    case 'project': {
      const name = subjectId && (await findProjectName(organizationId, db, subjectId));
      if (name === null) throw notFound('Project');
      return name;
    }
    case 'image': {
      const image = subjectId === null ? null : await findImageName(organizationId, db, subjectId);
      if (!image) throw notFound('Image');
      return imageNameOf(image);
    }
    case 'product': {
      const view = await catalog.forOrganization(organizationId);
      const name = product === null ? null : (view.productBySlug(product)?.name ?? null);
      if (name === null) throw notFound('Product');
      return name;
    }
  }
}

export { deleteFeedToken } from './repository';

import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { repositoryKey } from '@/domain/build-token/claims';
import type { changedTrust, newTrust } from '@/domain/build-token/fields';
import { audienceOf, PUBLIC_ISSUERS } from '@/domain/build-token/platform';
import { conflict, notFound } from '@/domain/errors';
import { type PageRequest, toPage } from '@/domain/pagination';
import { requireStanding } from '@/server/api-key/service';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toKnown, toRefused, toTrusted } from './dto';
import {
  countKnown,
  findKnownOne,
  findKnownPage,
  findRefused,
  findTrusted,
  insertTrusted,
  type KnownKey,
  removeKnown,
  removeTrusted,
  type TrustedRow,
  updateTrusted,
} from './repository';

/** Read with each token of their issuer. */
export const MAX_TRUSTED = 500;
/** Servers that this one asks for keys on behalf of one organization. */
export const MAX_ISSUERS = 10;

/** Gives the audience that an organization's builds ask for, and the repositories that it trusts. */
export async function listTrusted({ db, env }: Deps, { organizationId }: Principal) {
  const rows = await findTrusted(organizationId, db);
  return { audience: audienceOf(env.publicUrl, organizationId), items: rows.map(toTrusted) };
}

/** @throws DomainError 409 when it is there already, for too many, and for an issuer known as another platform's */
export async function createTrusted(deps: Deps, actor: Actor, given: z.output<typeof newTrust>) {
  return inTurn(deps, actor, async (tx, rows) => {
    const at = deps.clock.now();
    const row: TrustedRow = {
      id: uuidv7(),
      platform: given.platform,
      issuer: given.issuer ?? PUBLIC_ISSUERS[given.platform],
      repository: given.repository,
      projectName: given.project_name ?? null,
      ref: given.ref ?? null,
      environment: given.environment ?? null,
      onlyProtected: given.only_protected ?? false,
      pullRequests: given.pull_requests ?? false,
      ...{ createdBy: actor.name, createdAt: at, updatedAt: at, lastUsedAt: null },
    };
    requireRoom(rows, row);
    requireNew(rows, row);
    await insertTrusted(actor.organizationId, tx, row);
    const after = toTrusted(row);
    await recordAudit(tx, actor, {
      ...{ at, action: 'trusted_repository.create', ...subject(row), after },
    });
    return after;
  });
}

/** @throws DomainError 404, 409 when it would be the same as another one */
export async function patchTrusted(
  deps: Deps,
  actor: Actor,
  id: string,
  given: z.output<typeof changedTrust>,
) {
  return inTurn(deps, actor, async (tx, rows) => {
    const known = requireTrusted(rows, id);
    const at = deps.clock.now();
    const row: TrustedRow = {
      ...known,
      repository: given.repository ?? known.repository,
      projectName: given.project_name === undefined ? known.projectName : given.project_name,
      ref: given.ref === undefined ? known.ref : given.ref,
      environment: given.environment === undefined ? known.environment : given.environment,
      onlyProtected: given.only_protected ?? known.onlyProtected,
      pullRequests: given.pull_requests ?? known.pullRequests,
      updatedAt: at,
    };
    requireNew(rows, row);
    await updateTrusted(actor.organizationId, tx, row);
    const [before, after] = [toTrusted(known), toTrusted(row)];
    await recordAudit(tx, actor, {
      ...{ at, action: 'trusted_repository.update', ...subject(row), before, after },
    });
    return after;
  });
}

/**
 * Trusts a repository no more, from the next request on. With the last one of its issuer goes what is known of it.
 * @throws DomainError 404
 */
export async function deleteTrusted(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor;
  await inTurn(deps, actor, async (tx, rows) => {
    const known = requireTrusted(rows, id);
    await removeTrusted(organizationId, tx, id);
    const { issuer } = known;
    const isLast = !rows.some((row) => row.id !== id && row.issuer === issuer);
    if (isLast) await removeKnown(organizationId, tx, { issuer });
    const at = deps.clock.now();
    const before = toTrusted(known);
    await recordAudit(tx, actor, {
      ...{ at, action: 'trusted_repository.delete', ...subject(known), before },
    });
  });
}

/** Lists the tokens that were not taken, the last first. */
export async function listRefused({ db }: Deps, { organizationId }: Principal) {
  return (await findRefused(organizationId, db)).map(toRefused);
}

/** Lists a page of the numbers by which repositories and their owners are recognized. */
export async function listKnown({ db }: Deps, { organizationId }: Principal, page: PageRequest) {
  const [items, total] = await Promise.all([
    findKnownPage(organizationId, db, page),
    countKnown(organizationId, db),
  ]);
  return toPage(items.map(toKnown), total, page);
}

/**
 * Forgets the number of a repository or owner: the next build by that name is taken for it.
 * @throws DomainError 404 when nothing is known by that name
 */
export async function forgetKnown(
  deps: Deps,
  actor: Actor,
  { name, ...key }: Omit<KnownKey, 'nameKey'> & { readonly name: string },
): Promise<void> {
  const { organizationId } = actor;
  const where = { ...key, nameKey: repositoryKey(name) };
  await inTurn(deps, actor, async (tx) => {
    const known = await findKnownOne(organizationId, tx, where);
    if (!known) throw notFound('Repository');
    await removeKnown(organizationId, tx, where);
    await recordAudit(tx, actor, {
      ...{ at: deps.clock.now(), action: 'known_repository.delete' },
      ...{ subjectKind: 'known_repository', subjectId: known.name, before: toKnown(known) },
    });
  });
}

/**
 * Makes writers take turns, so that what they count and compare stays true.
 * @throws DomainError 403 as {@link requireStanding}: builds of what is trusted come for as long as nobody takes that back
 */
function inTurn<Result>(
  { db }: Deps,
  actor: Actor,
  change: (tx: Transaction, rows: readonly TrustedRow[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await requireStanding(tx, actor, 'build-token:manage');
    return change(tx, await findTrusted(actor.organizationId, tx));
  });
}

function requireTrusted(rows: readonly TrustedRow[], id: string): TrustedRow {
  const row = rows.find((one) => one.id === id.toLowerCase());
  if (!row) throw notFound('Trusted repository');
  return row;
}

function requireRoom(rows: readonly TrustedRow[], { issuer, platform }: TrustedRow): void {
  if (rows.length >= MAX_TRUSTED) {
    throw conflict(`An organization trusts at most ${String(MAX_TRUSTED)} repositories`);
  }
  const issuers = new Set([...rows.map((row) => row.issuer), issuer]);
  if (issuers.size > MAX_ISSUERS) {
    throw conflict(`An organization trusts at most ${String(MAX_ISSUERS)} issuers`);
  }
  // Tokens of one issuer are read in one way.
  const other = rows.find((row) => row.issuer === issuer && row.platform !== platform);
  if (other) throw conflict(`${issuer} is trusted as ${other.platform} already`);
}

/** Of two that are the same in all that a build is held against, one would never count. */
function requireNew(rows: readonly TrustedRow[], row: TrustedRow): void {
  const known = rows.find((one) => one.id !== row.id && conditionsOf(one) === conditionsOf(row));
  if (known) throw conflict(`The same builds are trusted already; see ${known.id}`);
}

function conditionsOf({ issuer, repository, ref, environment, onlyProtected }: TrustedRow): string {
  return JSON.stringify([issuer, repositoryKey(repository), ref, environment, onlyProtected]);
}

const subject = ({ id }: TrustedRow) => ({ subjectKind: 'trusted_repository', subjectId: id });

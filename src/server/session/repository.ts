import type { Insertable } from 'kysely';
import { idleSince } from '@/server/platform/auth/credentials';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';
import type { Tables } from '@/server/prisma-client/tables';

/*
 * A session is a person's: those in several organizations change from one to another within it. Sessions are asked for
 * by their own id or their person's, and are told which organization to act in.
 */

export type NewSessionRow = Pick<
  Prisma.UserSessionGetPayload<object>,
  'id' | 'userId' | 'createdAt' | 'expiresAt' | 'userAgent' | 'remoteAddress'
>;

/**
 * Adds a session that acts in the organization in which the person was last active, else the one joined
 * first, else none. Plan: indexes on membership (user_id) and user_session (user_id, last_seen_at).
 */
export async function insertSession(db: Transaction, session: NewSessionRow): Promise<void> {
  const { id, userId, createdAt, expiresAt, userAgent, remoteAddress } = session;
  // From a selection: a database that is spread takes no subquery among an insertion's values.
  await db.sql
    .insertInto('userSession')
    .columns([
      ...(['id', 'userId', 'createdAt', 'lastSeenAt', 'expiresAt'] as const),
      ...(['userAgent', 'remoteAddress', 'activeOrganizationId'] as const),
    ])
    .expression(
      db.sql.selectNoFrom(({ selectFrom, val }) => [
        val(id).as('id'),
        val(userId).as('userId'),
        val(createdAt).as('createdAt'),
        val(createdAt).as('lastSeenAt'),
        val(expiresAt).as('expiresAt'),
        val(userAgent).as('userAgent'),
        val(remoteAddress).as('remoteAddress'),
        selectFrom('membership as m')
          .leftJoinLateral(
            (eb) =>
              eb
                .selectFrom('userSession as s')
                .select(({ fn }) => fn.max('s.lastSeenAt').as('at'))
                .whereRef('s.userId', '=', 'm.userId')
                .whereRef('s.activeOrganizationId', '=', 'm.organizationId')
                .as('used'),
            (join) => join.onTrue(),
          )
          .select('m.organizationId')
          .where('m.userId', '=', userId)
          .orderBy('used.at', (order) => order.desc().nullsLast())
          .orderBy('m.joinedAt')
          .orderBy('m.organizationId')
          .limit(1)
          .as('activeOrganizationId'),
      ]),
    )
    .execute();
}

export async function markSessionRevoked(
  { prisma }: Transaction,
  id: string,
  revokedAt: Date,
): Promise<void> {
  await prisma.userSession.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
}

/**
 * Opens a session that goes on from another: the same person, browser and active organization, another id.
 * Plan: primary key.
 */
export async function copySession(
  tx: Transaction,
  from: string,
  to: Pick<NewSessionRow, 'id' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  await tx.sql
    .insertInto('userSession')
    .columns([
      ...(['id', 'createdAt', 'lastSeenAt', 'expiresAt'] as const),
      ...(['userId', 'userAgent', 'remoteAddress', 'activeOrganizationId'] as const),
    ])
    .expression((values) =>
      values
        .selectFrom('userSession')
        .select(({ val }) => [
          val(to.id).as('id'),
          val(to.createdAt).as('createdAt'),
          val(to.createdAt).as('lastSeenAt'),
          val(to.expiresAt).as('expiresAt'),
        ])
        .select(['userId', 'userAgent', 'remoteAddress', 'activeOrganizationId'])
        .where('id', '=', from),
    )
    .execute();
  // The data that signing out at the provider needs goes along.
  await tx.prisma.providerSession.updateMany({
    where: { sessionId: from },
    data: { sessionId: to.id },
  });
}

/** A session that holds. */
const holding = (at: Date) => ({
  revokedAt: null,
  expiresAt: { gt: at },
  lastSeenAt: { gt: idleSince(at) },
});

/**
 * Finds the sessions of a person that hold at `now`, those used last first. Plan: user_session (user_id,
 * last_seen_at) in order, stopping after the limit.
 */
export function findSessionsOf({ prisma }: Transaction, userId: string, now: Date, limit: number) {
  return prisma.userSession.findMany({
    where: { userId, ...holding(now) },
    select: { id: true, createdAt: true, lastSeenAt: true, userAgent: true, remoteAddress: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

/** Keeps a session from being deleted until the transaction ends; false when it is, or was ended. Plan: primary key. */
export async function holdSession(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('userSession')
    .select('id')
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends one session of a person; false when they have none with this id that holds. Plan: primary key. */
export async function revokeSessionOf(
  { prisma }: Transaction,
  userId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.userSession.updateMany({
    where: { id, userId, ...holding(at) },
    data: { revokedAt: at },
  });
  return count === 1;
}

/**
 * Ends a person's sessions. Plan: user_session (user_id, last_seen_at).
 *
 * @param exceptId the one that stays; null: none
 * @returns how many held until now
 */
export async function revokeSessionsOf(
  { prisma }: Transaction,
  userId: string,
  exceptId: string | null,
  at: Date,
): Promise<number> {
  const others = exceptId === null ? {} : { id: { not: exceptId } };
  const { count } = await prisma.userSession.updateMany({
    where: { userId, ...others, ...holding(at) },
    data: { revokedAt: at },
  });
  return count;
}

/**
 * Forgets a person's browsers altogether, so that neither where they were nor the organization they acted in counts
 * for the next owner. Plan: user_session (user_id, last_seen_at).
 *
 * @returns how many sessions held until now
 */
export async function deleteSessionsOf(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<number> {
  const rows = await tx.sql
    .deleteFrom('userSession')
    .where('userId', '=', userId)
    .returning(['revokedAt', 'expiresAt'])
    .execute();
  return rows.filter((row) => row.revokedAt === null && row.expiresAt > now).length;
}

/** Makes a session act in an organization; false when its person is not a member there. Plan: primary keys. */
export async function updateActiveOrganization(
  organizationId: OrganizationId,
  db: Transaction,
  sessionId: string,
): Promise<boolean> {
  const row = await db.sql
    .updateTable('userSession as s')
    .set({ activeOrganizationId: organizationId })
    .where('s.id', '=', sessionId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('membership as m')
          .select('m.userId')
          .where('m.organizationId', '=', organizationId)
          .whereRef('m.userId', '=', 's.userId'),
      ),
    )
    .returning('s.id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the sessions of some people that act in an organization. Plan: user_session (user_id, last_seen_at).
 */
export async function revokeSessionsIn(
  organizationId: OrganizationId,
  tx: Transaction,
  userIds: readonly string[],
  revokedAt: Date,
): Promise<void> {
  await tx.sql
    .updateTable('userSession')
    .set({ revokedAt })
    .where(({ eb, fn, val }) => eb('userId', '=', fn.any(val(userIds))))
    .where('activeOrganizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .execute();
}

/**
 * Makes sessions of a member that act in an organization act in the other one that their person joined first, else
 * in none, as `delete_organization` does for all of them. Runs while the memberships still stand. Plan: membership by its
 * key, then user_session (user_id).
 */
export async function moveSessionsOff(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.sql
    .updateTable('userSession as s')
    .from('membership as m')
    .set(({ selectFrom }) => ({
      activeOrganizationId: selectFrom('membership as o')
        .select('o.organizationId')
        .whereRef('o.userId', '=', 's.userId')
        .where('o.organizationId', '<>', organizationId)
        .orderBy('o.joinedAt')
        .orderBy('o.organizationId')
        .limit(1),
    }))
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .whereRef('s.userId', '=', 'm.userId')
    .where('s.activeOrganizationId', '=', organizationId)
    .where('m.userId', '=', userId)
    .execute();
}

type FamiliarNetworkRow = Insertable<Tables['familiarNetwork']>;

/** Notes that a person was in a network. Plan: familiar_network's key. */
export async function upsertNetwork(tx: Transaction, row: FamiliarNetworkRow): Promise<void> {
  await tx.sql
    .insertInto('familiarNetwork')
    .values(row)
    .onConflict((known) =>
      known
        .columns(['userId', 'networkHash'])
        .doUpdateSet(({ ref }) => ({ lastUsedAt: ref('excluded.lastUsedAt') })),
    )
    .execute();
}

/**
 * Forgets some of the networks that nobody was in since, and of a person all but those used last; others who do the
 * same are not waited for. Plan: familiar_network's key; (last_used_at) for the old ones.
 */
export async function pruneNetworks(
  tx: Transaction,
  userId: string,
  { since, max }: { readonly since: Date; readonly max: number },
): Promise<void> {
  await tx.sql
    .deleteFrom('familiarNetwork')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('userId', 'networkHash'),
        'in',
        selectFrom('familiarNetwork as f')
          .select(['f.userId', 'f.networkHash'])
          .where((old) =>
            old.or([
              old('f.lastUsedAt', '<', since),
              old.and([
                old('f.userId', '=', userId),
                old(
                  'f.networkHash',
                  'not in',
                  old
                    .selectFrom('familiarNetwork')
                    .select('networkHash')
                    .where('userId', '=', userId)
                    .orderBy('lastUsedAt', 'desc')
                    .orderBy('networkHash')
                    .limit(max),
                ),
              ]),
            ]),
          )
          .limit(100)
          .forUpdate()
          .skipLocked()
          .$asTuple('userId', 'networkHash'),
      ),
    )
    .execute();
}

export async function deleteNetworks({ prisma }: Transaction, userId: string): Promise<void> {
  await prisma.familiarNetwork.deleteMany({ where: { userId } });
}

import { sql, type Insertable } from 'kysely';
import type { OrganizationId } from './organization-id';
import { anyOrganization, type Places, prepared } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

/** Refused keys kept; older ones make room: calls from ever new networks must not fill the disk. */
const MAX_REFUSED = 1_000;

export interface RefusedKeyUse extends Pick<
  Insertable<Tables['refusedKey']>,
  'apiKeyId' | 'network' | 'reason' | 'count' | 'path'
> {
  readonly at: Date;
}

/** Counts calls with a key that no longer holds; true when none were known yet. Plan: primary key. */
export async function recordRefusedKey(
  organizationId: OrganizationId,
  db: Transaction,
  { at, ...use }: RefusedKeyUse,
): Promise<boolean> {
  const { isNew } = await db.sql
    .insertInto('refusedKey')
    .values({ organizationId, ...use, firstAt: at, lastAt: at })
    .onConflict((known) =>
      known
        .columns(['organizationId', 'apiKeyId', 'network', 'reason'])
        .doUpdateSet(({ fn, ref }) => ({
          lastAt: fn<Date>('greatest', ['refusedKey.lastAt', 'excluded.lastAt']),
          count: sql<number>`
            least(${ref('refusedKey.count')}::bigint + ${ref('excluded.count')}, 2147483647)::int`,
          path: ref('excluded.path'),
        })),
    )
    // A row that was there carries the transaction that has just locked it.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

/** Keeps the newest thousand. Plan: an index range behind last_at. */
export async function pruneRefusedKeys(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<void> {
  await db.sql
    .deleteFrom('refusedKey')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('apiKeyId', 'network', 'reason'),
        'in',
        selectFrom('refusedKey as r')
          .select(['r.apiKeyId', 'r.network', 'r.reason'])
          .where('r.organizationId', '=', anyOrganization(organizationId))
          .orderBy('r.lastAt', 'desc')
          .offset(MAX_REFUSED)
          .$asTuple('apiKeyId', 'network', 'reason'),
      ),
    )
    .execute();
}

/** Records when a key read the policies from a network. Plan: primary key. */
export async function recordPolicyRead(
  organizationId: OrganizationId,
  db: Transaction,
  { apiKeyId, network, at }: Pick<RefusedKeyUse, 'apiKeyId' | 'network' | 'at'>,
): Promise<void> {
  await db.sql
    .insertInto('policyRead')
    .values({ organizationId, apiKeyId, network, readAt: at })
    .onConflict((known) =>
      known.columns(['organizationId', 'apiKeyId', 'network']).doUpdateSet(({ fn }) => ({
        readAt: fn<Date>('greatest', ['policyRead.readAt', 'excluded.readAt']),
      })),
    )
    .execute();
}

/** Drops reads that are too old to count. Plan: index (organization, read_at). */
export async function forgetPolicyReads(
  organizationId: OrganizationId,
  db: Transaction,
  before: Date,
): Promise<void> {
  await db.of(organizationId).policyRead.deleteMany({ where: { readAt: { lt: before } } });
}

const policyReads = prepared(
  (
    db,
    given: Places<{
      organizationId: OrganizationId;
      apiKeyId: string;
      network: string;
      since: Date;
    }>,
  ) =>
    db.selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('policy').select('id').where('organizationId', '=', given('organizationId')),
      )
        .$castTo<boolean>()
        .as('hasPolicies'),
      exists(
        selectFrom('policyRead')
          .select('readAt')
          .where('organizationId', '=', given('organizationId'))
          .where('apiKeyId', '=', given('apiKeyId'))
          .where('network', '=', given('network'))
          .where('readAt', '>=', given('since')),
      )
        .$castTo<boolean>()
        .as('isRead'),
    ]),
);

/** Tells whether there are policies, and whether a key has read them from a network. Plan: two primary keys. */
export async function findPolicyRead(
  organizationId: OrganizationId,
  db: Transaction,
  reader: { readonly apiKeyId: string; readonly network: string; readonly since: Date },
) {
  // Each upload asks.
  const [row] = await policyReads(db.sql, { organizationId, ...reader });
  return row ?? { hasPolicies: false, isRead: false };
}

/**
 * Lists keys that are used although they no longer hold, last used first, with their number.
 * Plan: index (organization, last_at), keys by primary key.
 *
 * @param since null: ever
 */
export function findRefusedKeys(
  organizationId: OrganizationId,
  db: Transaction,
  since: Date | null,
  limit: number,
) {
  let refused = db.sql
    .selectFrom('refusedKey as r')
    .innerJoin('apiKey as k', (join) =>
      join.onRef('k.organizationId', '=', 'r.organizationId').onRef('k.id', '=', 'r.apiKeyId'),
    )
    .select(['r.apiKeyId', 'k.name as keyName', 'r.network', 'r.reason'])
    .select(['r.firstAt', 'r.lastAt', 'r.count', 'r.path'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .where('r.organizationId', '=', anyOrganization(organizationId));
  if (since !== null) refused = refused.where('r.lastAt', '>=', since);
  return refused
    .orderBy('r.lastAt', 'desc')
    .orderBy('r.apiKeyId')
    .orderBy('r.network')
    .orderBy('r.reason')
    .limit(limit)
    .execute();
}

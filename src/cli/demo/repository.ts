import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { addDays, type Day } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import { COMMAND_LINE } from '@/server/operator/service';
import type { SeedNote } from '../../../prisma/seed/organization/notes';
import type { SeedPolicy } from '../../../prisma/seed/organization/policies';

/**
 * Empties the tables of organizations and people, whosesoever they are. Only for a database that holds nothing but the
 * demo. What the installation's trail says of the demo before stays in it, as everything there does.
 */
export async function removeEverything(db: Transaction): Promise<void> {
  const { id, kind, name, origin } = COMMAND_LINE;
  for (const organization of await db.prisma.organization.findMany({ select: { id: true } }))
    await sql`
      SELECT delete_organization(${organization.id}::uuid, gen_random_uuid(), now(), ${kind}, ${id}, ${name},
                                 ${origin.remoteAddress}, ${origin.requestId})`.execute(db.sql);
  await db.sql.deleteFrom('appUser').execute();
  await db.sql.deleteFrom('installationSetting').execute();
}

/** Inserts a policy of the demo. Its days are text, which Prisma has as dates. */
export async function insertPolicy(
  organizationId: OrganizationId,
  db: Transaction,
  policy: SeedPolicy,
  { at, today }: { at: Date; today: Day },
): Promise<void> {
  const dayOrNull = (daysAgo: number | undefined) =>
    daysAgo === undefined ? null : addDays(today, -daysAgo);
  await db.sql
    .insertInto('policy')
    .values({
      organizationId,
      id: uuidv7(),
      type: 'EOL',
      scope: policy.scope,
      warnOn: dayOrNull(policy.warnOnDaysAgo),
      denyOn: dayOrNull(policy.denyOnDaysAgo),
      warnDays: policy.warnDays ?? null,
      denyDays: policy.denyDays ?? null,
      deniesFrom: dayOrNull(policy.deniesFromDaysAgo),
      projectName: policy.projectName ?? null,
      productName: policy.productName ?? null,
      cycle: policy.cycle ?? null,
      cycleOperator: policy.cycleOperator ?? null,
      onlyRunning: policy.onlyRunning ?? false,
      denyEstimates: false,
      deprecated: policy.deprecated ?? null,
      stale: policy.stale ?? null,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

export async function insertNote(
  organizationId: OrganizationId,
  db: Transaction,
  { productName, content, author }: SeedNote,
  at: Date,
): Promise<void> {
  await db.of(organizationId).note.create({
    data: {
      id: uuidv7(),
      productName,
      productKey: identityOf(productName),
      eolSoftware: productName,
      content,
      userProfile: author,
      createdAt: at,
      updatedAt: at,
    },
  });
}

/** The id of a live project. */
export async function findProjectId(
  organizationId: OrganizationId,
  db: Transaction,
  name: string,
): Promise<string | null> {
  const project = await db.of(organizationId).project.findFirst({
    where: { nameKey: identityOf(name), deletedAt: null },
    select: { id: true },
  });
  return project?.id ?? null;
}

/** The id of an image that counts, by its project's name and its own; null for none. */
export async function findImageId(
  organizationId: OrganizationId,
  db: Transaction,
  named: { readonly project: string; readonly image: string; readonly tag: string },
): Promise<string | null> {
  const projectId = await findProjectId(organizationId, db, named.project);
  if (projectId === null) return null;
  const referenceKey = identityOf(named.image, named.tag);
  const image = await db.of(organizationId).imageTag.findFirst({
    where: { projectId, referenceKey, deletedAt: null },
    select: { id: true },
  });
  return image?.id ?? null;
}

/** The id of a member by the address. */
export async function findMemberId(
  organizationId: OrganizationId,
  db: Transaction,
  email: string,
): Promise<string | null> {
  const row = await db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select('m.userId')
    .where('m.organizationId', '=', organizationId)
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** Gives each key the time of the last scan that came with it. */
export async function noteLastUses(organizationId: OrganizationId, db: Transaction): Promise<void> {
  const lastScans = db.sql
    .selectFrom('scan')
    .select('callerId')
    .select(({ fn }) => fn.max('acceptedAt').as('last'))
    .where('organizationId', '=', anyOrganization(organizationId))
    .groupBy('callerId');
  await db.sql
    .updateTable('apiKey as k')
    .from(lastScans.as('s'))
    .set(({ ref }) => ({ lastUsedAt: ref('s.last') }))
    .where('k.organizationId', '=', anyOrganization(organizationId))
    .whereRef('k.id', '=', 's.callerId')
    .execute();
}

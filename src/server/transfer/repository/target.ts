import type pg from 'pg';
import { NIL, v7 as uuidv7 } from 'uuid';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { TransferPerson } from '@/domain/transfer/manifest';

/** Finds organizations by an id, or by a name in any case: the oldest first. */
export function findNamed(
  { sql }: Transaction,
  wanted: { readonly id: string } | { readonly name: string },
): Promise<{ id: string; name: string }[]> {
  const all = sql.selectFrom('organization').select(['id', 'name']).orderBy('createdAt').limit(10);
  const chosen =
    'id' in wanted
      ? all.where('id', '=', wanted.id)
      : all.where(({ fn }) => fn('lower', ['name']), '=', wanted.name.toLowerCase());
  return chosen.execute();
}

/** Whether an organization of this id, and whether one of this name, is there. */
export async function findTaken(
  client: pg.ClientBase,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ readonly id: boolean; readonly name: boolean }> {
  const { rows } = await client.query<{ id: boolean; name: boolean }>(
    `SELECT EXISTS (SELECT FROM organization WHERE id = $1) AS id,
            EXISTS (SELECT FROM organization WHERE lower(name) = lower($2)) AS name`,
    [id, name],
  );
  return rows[0] ?? { id: false, name: false };
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly isProven: boolean;
}

/** Finds the accounts that have one of these people's addresses or ids, or one of the other addresses. */
export async function findAccounts(
  client: pg.ClientBase,
  people: readonly TransferPerson[],
  others: readonly string[],
): Promise<Account[]> {
  const { rows } = await client.query<Account>(
    `SELECT id, email, email_proven_at IS NOT NULL AS "isProven" FROM app_user
      WHERE email = ANY($1::text[]) OR id = ANY($2::uuid[])`,
    [[...people.map(({ email }) => email), ...others], people.map(({ id }) => id)],
  );
  return rows;
}

/** Adds accounts that nobody can sign in to before they have chosen a password by a link. */
export async function addAccounts(
  client: pg.ClientBase,
  people: readonly TransferPerson[],
  at: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO app_user (id, email, name, created_at, updated_at)
     SELECT id, email, name, $4, $4 FROM unnest($1::uuid[], $2::text[], $3::text[]) AS p (id, email, name)`,
    [
      people.map(({ id }) => id),
      people.map(({ email }) => email),
      people.map(({ name }) => name),
      at,
    ],
  );
}

/** Makes people with accounts here admins of an organization, whatever they were in it. */
export async function makeAdmins(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  emails: readonly string[],
  at: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO membership (organization_id, user_id, role, joined_at)
     SELECT $1, id, 'admin', $3 FROM app_user WHERE email = ANY ($2::text[])
         ON CONFLICT (organization_id, user_id) DO UPDATE SET role = 'admin'`,
    [organizationId, emails, at],
  );
}

/** Whether anybody is there who may invite others, make keys, and delete the organization. */
export async function hasAdmin(
  organizationId: OrganizationId,
  client: pg.ClientBase,
): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM membership WHERE organization_id = $1 AND role = 'admin') AS has`,
    [organizationId],
  );
  return rows[0]?.has ?? false;
}

export async function renameImported(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  name: string,
): Promise<void> {
  await client.query('UPDATE organization SET name = $2 WHERE id = $1', [organizationId, name]);
}

/**
 * Notes who had left an organization whose export is of a version that kept it in the audit trail alone: as the trail tells, but
 * of its members. The migration that made the table did the same for those that were here.
 */
export async function noteFormerMembers(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  memberIds: readonly string[],
): Promise<void> {
  await client.query(
    `INSERT INTO former_member (organization_id, user_id, email_sha256, left_at)
     SELECT DISTINCT ON (e.subject_id) e.organization_id, e.subject_id::uuid,
            sha256(convert_to(e.subject_id || coalesce(lower(e.before ->> 'email'), ''), 'UTF8')), e.at
       FROM audit_event e
      WHERE e.organization_id = $1 AND e.action = 'member.remove' AND e.subject_kind = 'user'
        AND e.subject_id <> ALL ($2::text[])
        AND e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      ORDER BY e.subject_id, e.at DESC, e.id DESC`,
    [organizationId, memberIds],
  );
}

/**
 * Has the database judge anew by what contract that is over something ended on a day that nobody knows, now that all is there
 * which tells since when that is known. An export of a version that did not ask that has the contract's end; where the tables
 * are spread over machines, so has what was brought in before its facts. The migration did the same for what was here.
 */
export async function judgeCovered(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  at: Date,
): Promise<void> {
  await client.query(
    `UPDATE software_cycle SET updated_at = $2
      WHERE organization_id = $1 AND contract_id IS NOT NULL AND upstream_eol_on IS NOT NULL AND NOT upstream_eol_on_known
        AND eol_source = 'contract' AND covered_until <= ($2::timestamptz AT TIME ZONE 'UTC')::date`,
    [organizationId, at],
  );
}

export interface ImportNote {
  readonly at: Date;
  /** Where it came from, and what of it. */
  readonly detail: object;
}

/** Notes in both trails that the organization came from elsewhere. The service did so, as whoever runs it told it. */
export async function noteImport(
  organizationId: OrganizationId,
  client: pg.ClientBase,
  { at, detail }: ImportNote,
): Promise<void> {
  const trace = [
    at,
    NIL,
    'Eventide',
    '',
    '',
    'organization.import',
    'organization',
    organizationId,
  ];
  await client.query(
    `INSERT INTO audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action, subject_kind,
                              subject_id, organization_id, after)
     VALUES ($1, $2, 'server', $3, $4, $5, $6, $7, $8, $9::text, $9::uuid, $10)`,
    [uuidv7(), ...trace, JSON.stringify(detail)],
  );
  await client.query(
    `INSERT INTO installation_audit_event (id, at, actor_kind, actor_id, actor_name, remote_address, request_id, action,
                                           subject_kind, subject_id, detail)
     VALUES ($1, $2, 'server', $3, $4, $5, $6, $7, $8, $9, $10)`,
    [uuidv7(), ...trace, JSON.stringify(detail)],
  );
}

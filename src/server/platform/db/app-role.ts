import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '@/server/platform/log';

/** The role that the app works as on an embedded cluster. It owns nothing. */
export const appRoleName = 'eventide_app';

/** Tables that are only ever added to. */
const TRAILS = ['audit_event', 'installation_audit_event', 'waiver_event'] as const;

/**
 * The app role's password: it follows from the owner's, so that there is one to keep, and does not tell it. A
 * command that joins a running server comes to the same one.
 */
export function appPassword(ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(appRoleName).digest('base64url');
}

/** Makes the app role of an embedded cluster what it should be, also where an earlier version has left none. */
export async function ensureAppRole(owner: pg.ClientBase, password: string): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [appRoleName]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await owner.query(
    `${verb} ROLE ${appRoleName} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
       PASSWORD ${pg.escapeLiteral(password)}`,
  );
}

/**
 * Gives a role what the app needs of the tables that the connected owner has, and no more: it reads the trails
 * and adds to them, ends an organization, whose trail goes with it, by `delete_organization` alone, and shortens a trail by
 * `remove_audit_events` alone. Runs after migrations, while nobody else migrates; what is there already stays. All or nothing.
 */
export async function grantToApp(owner: pg.ClientBase, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rows } = await owner.query<{ schema: string }>('SELECT current_schema() AS schema');
  const schema = pg.escapeIdentifier(rows[0]?.schema ?? 'public');
  const trails = TRAILS.join(', ');
  const { tables, sequences } = await ownRelations(owner);
  const statements = [
    `GRANT USAGE ON SCHEMA ${schema} TO ${name}`,
    `REVOKE ALL ON ${tables.join(', ')} FROM ${name}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables.join(', ')} TO ${name}`,
    ...(sequences.length > 0 ? [`GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${name}`] : []),
    `REVOKE UPDATE, DELETE ON ${trails} FROM ${name}`,
    `REVOKE DELETE ON organization, waiver FROM ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM ${name}`,
    `GRANT EXECUTE ON FUNCTION delete_organization, remove_audit_events TO ${name}`,
    // For what Prisma's command line adds between two starts.
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT USAGE ON SEQUENCES TO ${name}`,
  ];
  await owner.query('BEGIN');
  try {
    for (const statement of statements) await owner.query(statement);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * The tables and sequences of the connected role's, with their schema. Others may lie beside them, of an administrator or an
 * extension: to give anybody a right to one of those is refused, and would end every start.
 */
async function ownRelations(owner: pg.ClientBase) {
  const { rows } = await owner.query<{ name: string; isSequence: boolean }>(`
    SELECT format('%I.%I', current_schema(), relname) AS name, relkind = 'S' AS "isSequence"
      FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE n.nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND pg_has_role(relowner, 'USAGE')
     ORDER BY relname`);
  const named = (isSequence: boolean) =>
    rows.filter((row) => row.isSequence === isSequence).map((row) => row.name);
  return { tables: named(false), sequences: named(true) };
}

/**
 * Whether the connected role could do more to the trails than read them and add to them, if it wanted to: it
 * is, or can become, their owner or a superuser, or was given more.
 */
const MAY_CHANGE_TRAILS = `
  SELECT bool_or(
           pg_has_role(relation.relowner, 'MEMBER')
           OR has_table_privilege(relation.oid, 'TRUNCATE')
           OR has_table_privilege(relation.oid, 'DELETE')
           OR has_any_column_privilege(relation.oid, 'UPDATE') AND relation.relname <> 'organization'
         ) AS may
    FROM pg_class relation
   WHERE relation.oid = ANY (ARRAY['audit_event', 'installation_audit_event', 'organization']::regclass[])`;

/** Says in the log when the trails are protected from the app by nothing but their triggers. */
export async function warnOfWeakTrails(app: pg.Pool, logger: Logger): Promise<void> {
  const { rows } = await app.query<{ may: boolean }>(MAY_CHANGE_TRAILS);
  if (!rows[0]?.may) return;
  logger.warn(
    'The role of DATABASE_URL owns the audit trails, or may change them: they are protected by triggers alone. Give the tables to another role and name that in DATABASE_OWNER_URL, as /docs/deployment says',
  );
}

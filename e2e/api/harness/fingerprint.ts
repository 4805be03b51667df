import { vi } from 'vitest';
import { deps } from './tenants';

/** Columns that tell when something was last used, which reading changes too. */
const TIMES_OF_USE = ['last_used_at', 'last_seen_at'];
/**
 * What the server notes of itself, at times of its own: how the last pull of a companion and the last reading of a
 * catalog of others went, when the rules on
 * retired images were followed, when an image was last seen running.
 */
const OWN_NOTES: Readonly<Record<string, readonly string[]>> = {
  organization: ['retire_looked_on'],
  image_tag: ['last_run_at'],
  own_catalog_source: ['next_read_at', 'last_failure_at', 'last_fault', 'failures'],
  companion: ['next_pull_at', 'started_at', 'ended_at', 'outcome', 'fault', 'failures'],
};

/**
 * Tables that the server fills by itself: from what clusters report and registries say, and counts of what images hold, which a
 * job adds up; and that anything has changed, which may be one of these.
 */
const DERIVED: ReadonlySet<string> = new Set([
  'project_namespace',
  'project_holding',
  'software_holding',
  'project_image_count',
  'holding_change',
  'product_holding',
  'product_holding_change',
  'software_number',
  'image_bits',
  'image_bits_change',
  'trend_month',
  'component_fact',
  'inventory_fact',
  'registry_gathering',
  'evidence_measure',
  'evidence_day',
  'evidence_share',
  'unknown_package',
  'organization_change',
]);

async function digestOf(table: string, where: string, values: readonly unknown[]): Promise<string> {
  const [row] = await deps.db.query<{ digest: string | null }>(
    `SELECT md5(string_agg(line, '' ORDER BY line)) AS digest
       FROM (SELECT (to_jsonb(t) - $1::text[])::text AS line FROM ${table} t WHERE ${where}) lines`,
    [[...TIMES_OF_USE, ...(OWN_NOTES[table] ?? [])], ...values],
  );
  return row?.digest ?? '';
}

/** A digest of every row of an organization in each of its tables, and of the accounts and sessions of a person. */
async function look(organizationId: string, userId: string): Promise<Record<string, string>> {
  const tables = await deps.db.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
       JOIN information_schema.tables USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND table_type = 'BASE TABLE'
      ORDER BY 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    if (DERIVED.has(name)) continue;
    digests[name] = await digestOf(name, 't.organization_id = $2', [organizationId]);
  }
  digests['organization'] = await digestOf('organization', 't.id = $2', [organizationId]);
  digests['app_user'] = await digestOf('app_user', 't.id = $2', [userId]);
  digests['user_session'] = await digestOf('user_session', 't.user_id = $2', [userId]);
  digests['memberships'] = await digestOf('membership', 't.user_id = $2', [userId]);
  return digests;
}

/** Reads all that is stored of an organization and a person, once nothing in the background changes it any more. */
export function fingerprint(
  organizationId: string,
  userId: string,
): Promise<Record<string, string>> {
  return vi.waitFor(
    async () => {
      const first = await look(organizationId, userId);
      const second = await look(organizationId, userId);
      if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error('still changing');
      return second;
    },
    { timeout: 10_000, interval: 100 },
  );
}

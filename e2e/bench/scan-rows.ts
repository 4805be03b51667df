import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { BenchServer, SentStatement } from './bench-server';

/** The tables that a new scan writes, in the order in which their rows may be inserted. */
const TABLES = [
  'component',
  'inventory',
  'sbom',
  'image_tag',
  'finding',
  'finding_interval',
  'scan',
] as const;
type Table = (typeof TABLES)[number];

/** Rows that one scan wrote. */
export type ScanRows = Readonly<Record<Table, readonly Record<string, unknown>[]>>;

/** Which rows of each table one scan wrote. $1 organization, $2 scan, $3 an id made just before it. */
const WRITTEN: Readonly<Record<Table, string>> = {
  component: 'id > $3 AND EXISTS (SELECT FROM scan WHERE organization_id = $1 AND id = $2)',
  inventory:
    'id > $3 AND id = (SELECT inventory_id FROM scan WHERE organization_id = $1 AND id = $2)',
  sbom: 'id > $3 AND id = (SELECT sbom_id FROM scan WHERE organization_id = $1 AND id = $2)',
  image_tag: 'id > $3 AND latest_scan_id = $2',
  finding:
    'id > $3 AND image_tag_id = (SELECT image_tag_id FROM scan WHERE organization_id = $1 AND id = $2)',
  finding_interval: `id > $3 AND finding_id IN (
    SELECT f.id FROM finding f JOIN scan s ON s.organization_id = $1 AND s.id = $2
     WHERE f.organization_id = $1 AND f.image_tag_id = s.image_tag_id)`,
  scan: 'id = $2 AND id > $3',
};

/** Reads what a scan of a new image wrote since `before`, an id made just before it. */
export async function readScanRows(
  { bare }: BenchServer,
  organizationId: OrganizationId,
  scanId: string,
  before: string,
): Promise<ScanRows> {
  const read = async (table: Table) => {
    const { rows } = await bare.query<Record<string, unknown>>(
      `SELECT * FROM ${table} WHERE organization_id = $1 AND ${WRITTEN[table]}`,
      [organizationId, scanId, before],
    );
    return rows;
  };
  return {
    component: await read('component'),
    inventory: await read('inventory'),
    sbom: await read('sbom'),
    image_tag: await read('image_tag'),
    finding: await read('finding'),
    finding_interval: await read('finding_interval'),
    scan: await read('scan'),
  };
}

/** Takes the rows away again. */
export async function deleteScanRows(
  { bare }: BenchServer,
  organizationId: OrganizationId,
  rows: ScanRows,
): Promise<void> {
  for (const table of [...TABLES].reverse()) {
    await bare.query(`DELETE FROM ${table} WHERE organization_id = $1 AND id = ANY($2::uuid[])`, [
      organizationId,
      rows[table].map(({ id }) => id),
    ]);
  }
}

/** Inserts of the rows: one for each table, or one for each row. */
export function insertsOf(rows: ScanRows, each: 'table' | 'row'): SentStatement[] {
  return TABLES.flatMap((table) => {
    const ofTable = rows[table];
    if (ofTable.length === 0) return [];
    return each === 'table' ? [insert(table, ofTable)] : ofTable.map((row) => insert(table, [row]));
  });
}

function insert(table: Table, rows: readonly Record<string, unknown>[]): SentStatement {
  const columns = Object.keys(rows[0] ?? {});
  const groups = rows.map(
    (_, row) =>
      `(${columns.map((__, column) => `$${String(row * columns.length + column + 1)}`).join(',')})`,
  );
  return {
    text: `INSERT INTO ${table} (${columns.join(',')}) VALUES ${groups.join(',')}`,
    values: rows.flatMap((row) => columns.map((column) => sendable(column, row[column]))),
  };
}

/** Columns of lists that are JSON, and may be empty: nothing in them tells. */
const JSON_LISTS: ReadonlySet<string> = new Set(['upstreams']);

/** The client sends an object as JSON and an array as a database array; what is JSON must be told apart. */
function sendable(column: string, value: unknown): unknown {
  return JSON_LISTS.has(column) ? JSON.stringify(value) : value;
}

/** Runs the inserts in one transaction. */
export async function insertBare(
  { bare, runBare }: BenchServer,
  inserts: readonly SentStatement[],
): Promise<void> {
  await bare.query('BEGIN');
  for (const statement of inserts) await runBare(statement);
  await bare.query('COMMIT');
}

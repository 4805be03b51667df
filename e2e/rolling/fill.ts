import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SentRequest } from '../api/harness/http';
import { imageScan } from '../api/harness/payloads';
import { settled } from '../kills/job';

/** Images that are uploaded to be copied, each of so many findings and packages. */
const SOURCES = 8;
const FINDINGS = 40;
const PACKAGES = 100;
/** Images of further projects hold in part the same software. */
const PROJECTS = 4;
const NEXT_SOFTWARE = 10;
const IMAGES_AT_ONCE = 1_000;
const COMPONENTS = 1_000;
const MATCHED_WITHIN_MS = 120_000;
/** Without digits, so that it is in the texts that lists are sorted by as it is. */
const nameOf = (number: number) => `filled-${String.fromCodePoint(97 + number)}`;
const NAMES = Array.from({ length: SOURCES }, (_, number) => nameOf(number));

/** Uploads of the images that {@link fill} copies. */
export function sourceUploads(key: string): SentRequest[] {
  return NAMES.map((image, number) => ({
    method: 'PUT',
    target: '/v2/scan',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(
      imageScan({
        project: `filled-${String(number % PROJECTS)}`,
        image,
        matches: Array.from({ length: FINDINGS }, (_, n) => ({
          product: `Filled ${String(number * NEXT_SOFTWARE + n)}`,
          cycle: '1',
        })),
        purls: Array.from({ length: PACKAGES }, (_, n) => {
          const place = number * NEXT_SOFTWARE + n;
          return `pkg:npm/filled-${String(place)}@${String(place % 9)}.0.0`;
        }),
      }),
    ),
  }));
}

export interface Filled {
  readonly images: number;
  readonly findings: number;
  readonly tookMs: number;
}

/**
 * Copies the images of {@link sourceUploads}, with all that hangs on them, until so many have been added. What there is to be
 * copied is read from the database itself, whose schema may be any earlier one; its own triggers count what is added.
 * @param url of a role that owns the tables @throws Error where an image was not uploaded
 */
export async function fill(url: string, images: number): Promise<Filled> {
  const startedAtMs = performance.now();
  const client = new pg.Client({ connectionString: url, application_name: 'filling' });
  await client.connect();
  try {
    const schema = await readSchema(client);
    await matched(client, schema);
    const ofImages = await planCopies(client, schema, [
      {
        table: 'inventory',
        where: 'id IN (SELECT inventory_id FROM image_tag WHERE name = ANY($1))',
        given: [NAMES],
      },
      { table: 'image_tag', where: 'name = ANY($1)', given: [NAMES] },
    ]);
    if (ofImages.rows !== SOURCES)
      throw new Error(`${String(ofImages.rows)} images are there to be copied`);
    // Packages that images no longer have.
    const ofComponents = await planCopies(client, schema, [
      {
        table: 'component',
        where: 'id IN (SELECT id FROM component ORDER BY id LIMIT $1)',
        given: [COMPONENTS],
      },
    ]);
    const turns = Math.ceil(images / SOURCES);
    const step = IMAGES_AT_ONCE / SOURCES;
    for (let turn = 0; turn < turns; turn += step) {
      await client.query('BEGIN');
      const last = Math.min(turn + step, turns) - 1;
      for (const sql of ofImages.inserts) await client.query(sql, [turn, last]);
      for (const sql of ofComponents.inserts) await client.query(sql, [turn, turn]);
      await client.query('COMMIT');
      // The version that works on it meanwhile plans for what is there, and not for an empty database.
      if (Number.isInteger(Math.log2(turn / step + 1))) await client.query('ANALYZE');
    }
    // As a database is that has had them for long.
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query<{ findings: number }>(
      'SELECT count(*)::int AS findings FROM finding',
    );
    return {
      images: turns * SOURCES,
      findings: rows[0]?.findings ?? 0,
      tookMs: performance.now() - startedAtMs,
    };
  } finally {
    await client.end();
  }
}

/** Waits until no image is to be matched anew: each copy would be, too. @throws Error where that takes too long */
async function matched(client: pg.Client, { columns }: Schema): Promise<void> {
  if (!columns.some(({ table }) => table === 'rematch_entry')) return;
  const waiting = async () =>
    (await client.query('SELECT FROM rematch_entry LIMIT 1')).rowCount === 0 ? [] : ['images'];
  const left = await settled(waiting, MATCHED_WITHIN_MS, () => sleep(200));
  if (left.length > 0) throw new Error('Images are being matched anew all the time');
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

interface Link {
  readonly table: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly referenced: readonly string[];
}

interface Key {
  readonly table: string;
  readonly isPrimary: boolean;
  readonly columns: readonly string[];
}

interface Schema {
  readonly columns: readonly Column[];
  readonly links: readonly Link[];
  readonly keys: readonly Key[];
}

/** Names of columns by their numbers, as an array. */
const names = (table: string, numbers: string) => `ARRAY(
  SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS k(number, place)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number ORDER BY k.place)`;

async function readSchema(client: pg.Client): Promise<Schema> {
  const columns = await client.query<Column>(
    `SELECT c.relname::text AS table, a.attname::text AS name, format_type(a.atttypid, NULL) AS type
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY c.relname, a.attnum`,
  );
  const links = await client.query<Link>(
    `SELECT o.relname::text AS table, p.relname::text AS parent,
            ${names('conrelid', 'conkey')} AS columns, ${names('confrelid', 'confkey')} AS referenced
       FROM pg_constraint JOIN pg_class o ON o.oid = conrelid JOIN pg_class p ON p.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`,
  );
  const keys = await client.query<Key>(
    `SELECT c.relname::text AS table, i.indisprimary AS "isPrimary",
            ${names('i.indrelid', '(i.indkey::int2[])[0:i.indnkeyatts - 1]')} AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace`,
  );
  return { columns: columns.rows, links: links.rows, keys: keys.rows };
}

interface Root {
  readonly table: string;
  readonly where: string;
  readonly given: readonly unknown[];
}

interface Plan {
  /** In their order, each with the first and the last number of the copies as $1 and $2. */
  readonly inserts: readonly string[];
  /** How many rows of the last root there are to copy. */
  readonly rows: number;
}

/** Puts what is to be copied aside, and says how. Roots that the schema does not have are left out. */
async function planCopies(
  client: pg.Client,
  schema: Schema,
  wanted: readonly Root[],
): Promise<Plan> {
  const known = new Set(schema.columns.map(({ table }) => table));
  const roots = wanted.filter(({ table }) => known.has(table));
  const aside = (table: string) => `aside_${table}`;
  let rows = 0;
  for (const { table, where, given } of roots) {
    const taken = await client.query(
      `SELECT * INTO TEMP ${aside(table)} FROM ${table} WHERE ${where}`,
      [...given],
    );
    rows = taken.rowCount ?? 0;
  }
  const tables = roots.map(({ table }) => table);
  for (const { table, links } of childrenOf(tables, schema)) {
    // Of those that hang on several, whatever hangs on the image.
    const link = links.find(({ parent }) => parent === 'image_tag') ?? links[0];
    if (!link) continue;
    await client.query(
      `SELECT * INTO TEMP ${aside(table)} FROM ${table}
        WHERE (${link.columns.join(', ')}) IN (SELECT ${link.referenced.join(', ')} FROM ${aside(link.parent)})`,
    );
    tables.push(table);
  }
  await client.query('CREATE TEMP TABLE IF NOT EXISTS aside (id uuid PRIMARY KEY)');
  for (const table of tables)
    for (const column of ownIds(table, schema))
      await client.query(`INSERT INTO aside SELECT ${column} FROM ${aside(table)}`);
  const inserts: string[] = [];
  for (const table of tables) {
    const changed = await changesOf(client, table, schema);
    const columns = schema.columns.filter((one) => one.table === table).map(({ name }) => name);
    inserts.push(
      `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
       SELECT ${columns.map((name) => changed.get(name) ?? `own."${name}"`).join(', ')}
         FROM ${aside(table)} own, generate_series($1::int, $2::int) AS copy(number)`,
    );
  }
  return { inserts, rows };
}

/** Tables whose rows hang on those of others, each after all that it hangs on. @throws Error where they hang on each other */
function childrenOf(roots: readonly string[], { links }: Schema) {
  const found = new Set(roots);
  for (const table of found)
    for (const link of links) if (link.parent === table) found.add(link.table);
  const done = new Set(roots);
  const children: { table: string; links: Link[] }[] = [];
  while (done.size < found.size) {
    const before = done.size;
    for (const table of found) {
      if (done.has(table)) continue;
      const own = links.filter((link) => link.table === table && found.has(link.parent));
      if (!own.every(({ parent }) => done.has(parent))) continue;
      children.push({ table, links: own });
      done.add(table);
    }
    if (done.size === before)
      throw new Error(`${[...found].filter((table) => !done.has(table)).join(', ')}: a circle`);
  }
  return children;
}

/** Columns with ids that are a table's own: of its primary key, and no other table's. */
function ownIds(table: string, { columns, links, keys }: Schema): string[] {
  const primary = keys.find((key) => key.table === table && key.isPrimary)?.columns ?? [];
  const others = new Set(links.flatMap((link) => (link.table === table ? link.columns : [])));
  const ids = columns.filter((column) => column.table === table && column.type === 'uuid');
  return ids.map(({ name }) => name).filter((name) => primary.includes(name) && !others.has(name));
}

const CHANGES: Readonly<Record<string, (column: string) => string>> = {
  // In the order of the copies, as ids are that begin with a time: an index grows at one place then.
  uuid: (column) =>
    `(lpad(to_hex(copy.number), 8, '0') || substr(md5(${column}::text || copy.number), 9))::uuid`,
  text: (column) => `${column} || '-' || copy.number`,
  bytea: (column) => `sha256(${column} || convert_to(copy.number::text, 'UTF8'))`,
};

/**
 * What a copy has otherwise than its source: ids of what is copied with it, the image's name in all texts, and of each key that
 * would be there twice its last part. @throws Error where there is no other of its type
 */
async function changesOf(
  client: pg.Client,
  table: string,
  schema: Schema,
): Promise<Map<string, string>> {
  const columns = schema.columns.filter((column) => column.table === table);
  const changed = new Map<string, string>();
  const ids = new Set<string>();
  const change = (name: string, type: string) => {
    const make = CHANGES[type];
    if (!make) throw new Error(`${table}.${name} is ${type}: there is no other one for a copy`);
    changed.set(name, make(`own."${name}"`));
    ids.add(name);
  };
  for (const { name, type } of columns.filter((column) => column.type === 'uuid')) {
    const { rows } = await client.query<{ is_copied: boolean | null }>(
      `SELECT bool_or("${name}" IN (SELECT id FROM aside)) AS is_copied FROM aside_${table}`,
    );
    if (rows[0]?.is_copied) change(name, type);
  }
  if (table === 'image_tag')
    for (const { name } of columns.filter(({ type }) => type === 'text'))
      changed.set(name, `replace(own."${name}", own.name, own.name || '-' || copy.number)`);
  for (const key of schema.keys) {
    if (key.table !== table || key.columns.some((name) => ids.has(name))) continue;
    const last = columns.find(({ name }) => name === key.columns.at(-1));
    if (last) change(last.name, last.type);
  }
  return changed;
}

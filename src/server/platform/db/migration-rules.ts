/** Tables that may have millions of rows: whoever locks one for long stops uploads. */
export const BIG_TABLES: ReadonlySet<string> = new Set([
  ...['audit_event', 'clean_interval', 'component', 'component_fact', 'delivery'],
  ...['delivery_attempt', 'denied_software', 'finding', 'finding_interval', 'image_bits'],
  ...['image_retirement', 'image_tag', 'inbox_entry', 'inventory', 'inventory_fact', 'letter'],
  ...['letter_attempt', 'message', 'product_holding', 'project_holding', 'project_image_count'],
  ...['registry_evidence', 'registry_package', 'sbom', 'scan', 'software', 'software_cycle'],
  ...['software_cycle_fact', 'software_cycle_move', 'software_holding', 'told_state'],
  ...['trend_month', 'unknown_package'],
]);

/** What is wrong with a statement of a migration. */
export interface MigrationFault {
  /** `waits`: others wait for as long as a big table is read or written. `breaks`: a process of the version before fails. */
  readonly kind: 'waits' | 'breaks';
  readonly what: string;
  readonly statement: string;
}

interface Form {
  readonly kind: MigrationFault['kind'];
  readonly what: string;
  /** With a group `table` where only big tables matter. */
  readonly pattern: RegExp;
}

const TABLE = String.raw`(?:"?public"?\.)?"?(?<table>[a-z_]+)"?`;
const ALTER = String.raw`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${TABLE}\b.*`;

const FORMS: readonly Form[] = [
  form(
    'waits',
    'an index is built while nobody may write',
    String.raw`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?${TABLE}`,
  ),
  form('waits', 'every row is read for SET NOT NULL', String.raw`${ALTER}\bSET NOT NULL`),
  form(
    'waits',
    'a constraint is checked on every row: add it NOT VALID',
    String.raw`${ALTER}\bADD CONSTRAINT\b(?!.*\bNOT VALID).*\b(?:FOREIGN KEY|CHECK)\b`,
  ),
  form(
    'waits',
    'a key is built while nobody may write',
    String.raw`${ALTER}\bADD (?:CONSTRAINT "?\w+"? )?(?:PRIMARY KEY|UNIQUE)\b`,
  ),
  form(
    'waits',
    'a change of type writes every row anew',
    String.raw`${ALTER}\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b`,
  ),
  form(
    'waits',
    'a default that differs by row writes every row anew',
    String.raw`${ALTER}\bADD COLUMN\b.*\bDEFAULT (?:gen_random_uuid|random|clock_timestamp|nextval)`,
  ),
  form(
    'waits',
    'every row is written in one transaction',
    String.raw`^(?:WITH .*)?UPDATE (?:ONLY )?${TABLE}\b(?!.*\bLIMIT\b)`,
  ),
  form(
    'waits',
    'every row may go in one transaction',
    String.raw`^DELETE FROM (?:ONLY )?${TABLE}\b(?!.*\bLIMIT\b)`,
  ),
  form(
    'waits',
    'a table is locked on purpose',
    String.raw`^(?:LOCK TABLE|CLUSTER|VACUUM FULL|TRUNCATE)\b`,
  ),
  form(
    'breaks',
    'a column goes that the version before reads',
    String.raw`^ALTER TABLE\b.*\bDROP COLUMN\b`,
  ),
  form('breaks', 'a table goes that the version before reads', String.raw`^DROP TABLE\b`),
  form(
    'breaks',
    'a name changes that the version before knows',
    String.raw`^ALTER (?:TABLE|TYPE)\b.*\bRENAME\b`,
  ),
  form(
    'breaks',
    'a column that the version before does not write has no default',
    String.raw`^ALTER TABLE\b.*\bADD COLUMN\b(?:(?!DEFAULT|GENERATED|,).)*\bNOT NULL\b(?!\s+DEFAULT)`,
  ),
];

function form(kind: Form['kind'], what: string, pattern: string): Form {
  return { kind, what, pattern: new RegExp(pattern, 'is') };
}

/**
 * Finds in a migration what big tables cannot bear, and what a process of the version before cannot that still runs beside
 * the new ones. A statement is let through by a comment right above it that begins with `-- Waits:` or `-- Breaks:` and says
 * for how long, or why nobody notices. Tables that the migration makes itself are empty.
 */
export function migrationFaults(sql: string): MigrationFault[] {
  const parts = statementsOf(sql);
  const made = new Set(
    parts.flatMap(
      ({ text }) => /^CREATE TABLE (?:IF NOT EXISTS )?"?([a-z_]+)/i.exec(text)?.[1] ?? [],
    ),
  );
  const isBig = (table: string) => BIG_TABLES.has(table) && !made.has(table);
  const found = parts.flatMap(({ text, said }) =>
    FORMS.flatMap(({ kind, what, pattern }) => {
      const match = pattern.exec(text);
      if (!match || said.has(kind)) return [];
      const table = match.groups?.['table'];
      if (table !== undefined && !isBig(table)) return [];
      return [{ kind, what, statement: text.slice(0, 120) }];
    }),
  );
  return [...found, ...copiesUnderLock(parts, isBig)];
}

/** What lets nobody write into a table until its transaction, which is the migration, ends. */
const LOCKS = [
  String.raw`^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*? ON (?:ONLY )?${TABLE}`,
  String.raw`^DROP TRIGGER .*? ON (?:ONLY )?${TABLE}`,
  String.raw`^(?:ALTER|LOCK) TABLE (?:IF EXISTS )?(?:ONLY )?${TABLE}`,
].map((pattern) => new RegExp(pattern, 'is'));
/** What may go through many rows: a block of code may do anything. One that takes so many at a time says so at its end. */
const COPY =
  /^(?:DO\b|CREATE TABLE .*? AS\b|(?:WITH .*)?INSERT INTO .*\bSELECT\b(?!.*\bLIMIT \S+\s*(?:ON CONFLICT.*)?$))/is;

/** Rows that are read and written while a big table is locked by a statement before. */
function copiesUnderLock(
  parts: readonly Statement[],
  isBig: (table: string) => boolean,
): MigrationFault[] {
  const first = parts.findIndex(({ text }) =>
    LOCKS.some((lock) => isBig(lock.exec(text)?.groups?.['table'] ?? '')),
  );
  if (first === -1) return [];
  const what = 'rows are copied while a big table stays locked';
  return parts.slice(first + 1).flatMap(({ text, said }) => {
    if (!COPY.test(text) || said.has('waits')) return [];
    return [{ kind: 'waits' as const, what, statement: text.slice(0, 120) }];
  });
}

interface Statement {
  readonly text: string;
  /** The kinds of faults that comments above it answer for. */
  readonly said: ReadonlySet<MigrationFault['kind']>;
}

/** Splits a migration at the ends of its statements; bodies of functions are texts, and left as such. */
function statementsOf(sql: string): Statement[] {
  const withoutBodies = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  return withoutBodies.split(/;[ \t]*(?=\n|$)/).flatMap((part) => {
    const comments = part.match(/^\s*--.*$/gm) ?? [];
    const text = part.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
    const isSaid = (word: string) => comments.some((line) => line.trim().startsWith(`-- ${word}:`));
    const said = new Set<MigrationFault['kind']>();
    if (isSaid('Waits')) said.add('waits');
    if (isSaid('Breaks')) said.add('breaks');
    return text === '' ? [] : [{ text, said }];
  });
}

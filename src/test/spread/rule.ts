import { PLACED_TABLES, SPREAD_BY } from '@/server/platform/db/layout';
import { spreadForm } from '@/server/platform/db/spread';

/*
 * Reads a statement as far as it takes to tell whether a database that is spread asks one machine for it. It is no parser of SQL:
 * it knows how our statements are written, and what it does not understand it refuses, so that somebody looks.
 */

const SPREAD = new Set(
  PLACED_TABLES.filter(({ place }) => place === 'distributed').map(({ name }) => name),
);

/** A part of a statement that reads from tables of its own, without the parts within it. */
interface Block {
  text: string;
  readonly parts: Part[];
}

interface Part {
  readonly block: Block;
  /** What stands before it, which says whether it sees the tables around it. */
  readonly before: string;
}

/** One case, no texts, comments, quotes, schema or line ends, and the organization as `$n` in whatever form it is said. */
function plain(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bpublic\./g, '')
    .replaceAll(/\bany_organization\((\$\d+)::uuid, \(select true\)\)/g, '$1')
    .replaceAll(/(\$\d+)::uuid\b/g, '$1')
    .trim();
}

const NO_ALIAS =
  'set|where|on|using|join|inner|left|right|full|cross|order|group|limit|for|union|except|intersect|returning|values|select|default|having|as|natural|lateral|offset|window|fetch|do|from';
const ORGANIZATIONS = new RegExp(
  String.raw`\b(?:from|join|using) (organization)\b(?: as)?(?: (?!(?:${NO_ALIAS})\b)(\w+))?`,
  'g',
);

/** The id of an organization's own row under the name that it has in all others. */
function withOrganizations(sql: string): string {
  let text = sql;
  for (const [, table = '', alias = table] of sql.matchAll(ORGANIZATIONS))
    text = text.replaceAll(new RegExp(String.raw`\b${alias}\.id\b`, 'g'), `${alias}.${SPREAD_BY}`);
  return text;
}

const OPENS = /^\( ?(select|with|insert|update|delete)\b/;

/** Takes the parts out of a text: each leaves `@`. */
function blockOf(text: string): Block {
  const block: Block = { text: '', parts: [] };
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '(' || !OPENS.test(text.slice(at, at + 10))) {
      block.text += text[at] ?? '';
      continue;
    }
    const end = closing(text, at);
    block.parts.push({ block: blockOf(text.slice(at + 1, end)), before: block.text });
    block.text += '@';
    at = end;
  }
  return block;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

const TABLES = [
  String.raw`\b(?:from|join|update|using) (?:only |lateral )?(\w+)(?: \([^@()]*\))?(?: as)?(?: (?!(?:${NO_ALIAS})\b)(\w+))?`,
  // One more of a list has a name of its own: what has none is a column.
  String.raw`, (?:lateral )?(\w+)(?: as)? (?!(?:${NO_ALIAS})\b)(\w+)`,
].map((table) => new RegExp(table, 'g'));

/** The tables of a text, with the names by which they are known in it. */
function namesIn(text: string): { readonly table: string; readonly name: string }[] {
  return TABLES.flatMap((table) => [...text.matchAll(table)]).map(
    ([, table = '', alias = table]) => ({ table, name: alias }),
  );
}

/** The names by which spread tables are known in a text. */
function tablesIn(text: string): string[] {
  return namesIn(text).flatMap(({ table, name }) => (SPREAD.has(table) ? [name] : []));
}

/** Names that stand for the same organization. */
class Same {
  readonly #pairs: [string, string][] = [];

  add(one: string, other: string): void {
    this.#pairs.push([one, other]);
  }

  names(): string[] {
    return this.#pairs.flat();
  }

  /** Whether a name stands for one of those that are known. */
  has(name: string, known: ReadonlySet<string>): boolean {
    const seen = new Set([name]);
    for (const item of seen) {
      if (known.has(item)) return true;
      for (const [one, other] of this.#pairs) {
        if (one === item) seen.add(other);
        if (other === item) seen.add(one);
      }
    }
    return false;
  }
}

const GIVEN = '$';
const ID = String.raw`(?:(\w+)\.)?${SPREAD_BY}`;
/** What stands for an organization by itself: a given one, or null for none. */
const OTHER = String.raw`(?:any ?)?\(*(?:(\$\d+|null)|${ID})`;
const COMPARED = new RegExp(String.raw`${ID} (?:=|in) ${OTHER}`, 'g');
const IN_TUPLES = new RegExp(String.raw`\(${ID},[^()]*\) (?:=|in) ${OTHER}`, 'g');
const TURNED = new RegExp(String.raw`(\$\d+) = ${ID}`, 'g');
const JOINED = new RegExp(String.raw`using \(${SPREAD_BY}\b`);

function equalities(text: string, tables: readonly string[]): Same {
  const same = new Same();
  const alone = tables[0] ?? '';
  for (const compared of [COMPARED, IN_TUPLES])
    for (const [, one = alone, given, other] of text.matchAll(compared))
      same.add(one, given === undefined ? (other ?? alone) : GIVEN);
  for (const [, , name = alone] of text.matchAll(TURNED)) same.add(name, GIVEN);
  if (JOINED.test(text)) for (const table of tables) same.add(table, alone);
  return same;
}

/** A part whose tables the planner joins to those around it: what is known there is known in it. */
const PULLED_UP = /(exists|lateral) ?$/;

const LOCKS = /\bfor (no key update|update|share|key share)\b/;
const IS_CHANGE = /^(update|delete)\b/;
/** How refusals begin that an exception may be made of. */
export const ASKS = 'asks every machine';
export const CHANGES = 'changes rows on every machine';
const INSERT = /^(?:with .*)?insert into (\w+) ?(?:as \w+ ?)?\(([^)]*)\)/;

function refusalsIn(block: Block, around: ReadonlySet<string>): string[] {
  return block.text
    .split(/\b(?:union all|union|except|intersect)\b/)
    .flatMap((text) => refusalsOfText(text.trim(), around))
    .concat(
      block.parts.flatMap((part) => {
        const seen = PULLED_UP.test(part.before) ? knownIn(block.text, around) : new Set([GIVEN]);
        const found = refusalsIn(part.block, seen);
        return found.length > 0 && dependsOnAll(part, block)
          ? [...found, 'looks at what is spread for each row of what is on every machine']
          : found;
      }),
    );
}

/** A part that is a table of those around it, or a list of a name. */
const IS_TABLE = /\b(from|join|lateral|as|materialized) ?$/;

/** Whether a part is about rows around it, of which none is of a spread table. */
function dependsOnAll(part: Part, around: Block): boolean {
  const { block, before } = part;
  if (IS_TABLE.test(before) && !LATERAL.test(before)) return false;
  const others = around.parts.filter((other) => other !== part);
  if (hasSpread({ text: around.text, parts: others })) return false;
  return namesIn(around.text).some(({ name }) =>
    new RegExp(String.raw`\b${name}\.`).test(block.text),
  );
}

const LATERAL = /\blateral ?$/;

/** Whether one of the tables of a block, or of those that are parts, is spread. */
function hasSpread({ text, parts }: Block): boolean {
  if (tablesIn(text).length > 0) return true;
  return parts.some(
    ({ block, before }) => /\b(from|join|lateral) ?$/.test(before) && hasSpread(block),
  );
}

function knownIn(text: string, around: ReadonlySet<string>): Set<string> {
  const same = equalities(text, tablesIn(text));
  return new Set([...around, ...same.names().filter((name) => same.has(name, around))]);
}

/** Some of the functions that are STABLE for PostgreSQL: Citus takes none of them on a column in what it changes. */
const DEPENDS_ON_SETTINGS = /\b(convert_to|convert_from|to_char|to_date)\(/;

function refusalsOfText(text: string, around: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const [, inserted = '', columns = ''] = INSERT.exec(text) ?? [];
  if (SPREAD.has(inserted)) {
    if (!columns.split(',').some((name) => name.trim() === SPREAD_BY))
      found.push(`adds to ${inserted} without an organization`);
    if (/\bvalues\b.*@/.test(text.replace(/.*?\binsert\b/, '')))
      found.push(`has a subquery in what it adds to ${inserted}`);
  }
  if (
    new RegExp(String.raw`^update .* set (?:[^@]*, )?${SPREAD_BY} = `).test(
      text.split(' where ')[0] ?? '',
    )
  )
    found.push('could move a row to another machine');
  if (/^(update|delete)\b/.test(text) && DEPENDS_ON_SETTINGS.test(text))
    found.push('changes rows by a function that depends on settings');
  const tables = tablesIn(text).filter((name) => name !== inserted);
  const same = equalities(text, tables);
  for (const name of tables) {
    if (same.has(name, around)) continue;
    if (LOCKS.test(text)) found.push(`locks rows of ${name} on every machine`);
    else found.push(IS_CHANGE.test(text) ? `${CHANGES}, of ${name}` : `${ASKS} for ${name}`);
  }
  return found;
}

/** What keeps one machine from answering a statement; none where it does. */
export function refusalsOf(sql: string): readonly string[] {
  const text = withOrganizations(plain(spreadForm(sql)));
  if (!/^(select|with|insert|update|delete|declare)\b/.test(text)) return [];
  const asked = text.replace(/^declare \w+ no scroll cursor for /, '');
  return [...new Set(refusalsIn(blockOf(asked), new Set([GIVEN])))];
}

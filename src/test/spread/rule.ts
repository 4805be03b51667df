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

const NO_ALIAS =
  'set|where|on|using|join|inner|left|right|full|cross|order|group|limit|for|union|except|intersect|returning|values|select|default|having|as|natural|lateral|offset|window|fetch|do|from';
const TABLES = [
  String.raw`\b(?:from|join|update|using) (?:only |lateral )?(\w+)(?: \([^@()]*\))?(?: as)?(?: (?!(?:${NO_ALIAS})\b)(\w+))?`,
  // One more of a list has a name of its own: what has none is a column.
  String.raw`, (?:lateral )?(\w+)(?: as)? (?!(?:${NO_ALIAS})\b)(\w+)`,
].map((table) => new RegExp(table, 'g'));

/** The names by which spread tables are known in a text. */
function tablesIn(text: string): string[] {
  return TABLES.flatMap((table) => [...text.matchAll(table)]).flatMap(
    ([, table = '', alias = '']) => (SPREAD.has(table) ? [alias === '' ? table : alias] : []),
  );
}

/** Names that stand for the same organization. */
class Same {
  readonly #pairs: [string, string][] = [];

  add(one: string, other: string): void {
    this.#pairs.push([one, other]);
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
/** What stands for an organization by itself: a given one, or the row of one that is looked up by its id. */
const OTHER = String.raw`(?:any ?)?\(*(?:(\$\d+|null)|${ID}|(?:o|organization)\.id)`;
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
const INSERT = /^(?:with .*)?insert into (\w+) ?(?:as \w+ ?)?\(([^)]*)\)/;

function refusalsIn(block: Block, around: ReadonlySet<string>): string[] {
  return block.text
    .split(/\b(?:union all|union|except|intersect)\b/)
    .flatMap((text) => refusalsOfText(text.trim(), around))
    .concat(
      block.parts.flatMap(({ block: part, before }) => {
        const seen = PULLED_UP.test(before) ? knownIn(block.text, around) : new Set([GIVEN]);
        return refusalsIn(part, seen);
      }),
    );
}

function knownIn(text: string, around: ReadonlySet<string>): Set<string> {
  const tables = tablesIn(text);
  const same = equalities(text, tables);
  return new Set([...around, ...tables.filter((name) => same.has(name, around))]);
}

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
  const tables = tablesIn(text).filter((name) => name !== inserted);
  const same = equalities(text, tables);
  for (const name of tables) {
    if (same.has(name, around)) continue;
    found.push(
      LOCKS.test(text)
        ? `locks rows of ${name} on every machine`
        : `asks every machine for ${name}`,
    );
  }
  return found;
}

/** What keeps one machine from answering a statement; none where it does. */
export function refusalsOf(sql: string): readonly string[] {
  const text = plain(spreadForm(sql));
  if (!/^(select|with|insert|update|delete|declare)\b/.test(text)) return [];
  const asked = text.replace(/^declare \w+ no scroll cursor for /, '');
  return [...new Set(refusalsIn(blockOf(asked), new Set([GIVEN])))];
}

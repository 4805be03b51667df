import type pg from 'pg';
import { inject } from 'vitest';
import { OWN_WORDS } from '../with-query';
import { EXCEPTIONS } from './exceptions';
import { ASKS, CHANGES, refusalsOf } from './rule';
import { noteUse } from './uses';

/** What was found of a text that was said before: tests say the same ones again and again. */
const known = new Map<string, string | null>();

function judge(text: string): string | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const plain = text.replaceAll('"', '').replaceAll(/\s+/g, ' ');
  const excepted = EXCEPTIONS.find(({ says }) => plain.includes(says));
  const excused = excepted ? [ASKS, ...(excepted.changes === true ? [CHANGES] : [])] : [];
  const all = refusalsOf(text);
  const found = all.filter((one) => !excused.some((begin) => one.startsWith(begin)));
  if (excepted && found.length < all.length) noteUse(inject('testSpreadUses'), excepted.says);
  const refusal =
    found.length === 0
      ? null
      : `A database that is spread ${found.join(', and ')} for this statement:\n${plain}`;
  known.set(text, refusal);
  return refusal;
}

/** The text of what the product says. What a test says is a text by itself, or begins with {@link OWN_WORDS}. */
function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked.startsWith('DECLARE ') ? asked : null;
  if (typeof asked !== 'object' || asked === null || !('text' in asked)) return null;
  const { text } = asked;
  return typeof text === 'string' && !text.startsWith(OWN_WORDS) ? text : null;
}

/**
 * Reads every statement that is said on the connections of a pool from now on.
 * @returns what was found against them: whoever closes the pool is to throw when there is anything
 */
export function watchStatements(pool: pg.Pool): ReadonlySet<string> {
  const refused = new Set<string>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const watched = (...asked: unknown[]) => {
      const text = textOf(asked[0]);
      const refusal = text === null ? null : judge(text);
      if (refusal !== null) refused.add(refusal);
      return query(...asked);
    };
    // The overloads of `query` are of one function, which takes what it is given.
    client.query = watched as typeof client.query;
  });
  return refused;
}

import type { Query, QueryClient } from '@tanstack/react-query';
import { statusOf } from '@/trpc/query-client';
import { holdRows } from './hold';

/** The first part of the names of procedures whose answers uploads, decisions and days move. */
const NUMBERS = new Set([
  ...[
    'analytics',
    'catalog',
    'cluster',
    'contract',
    'finding',
    'forecast',
    'image',
    'inbox',
    'knowledge',
    'note',
    'overview',
    'plan',
    'policy',
    'project',
  ],
  ...['refusedUpload', 'retirement', 'software', 'supportPromise', 'team', 'ticket', 'timeline'],
  'waiver',
]);

/** Queries of procedures, whose keys begin with their path. */
export function isNumbers({ queryKey: [path] }: Query): boolean {
  return Array.isArray(path) && NUMBERS.has(String(path[0]));
}

/** Lists whose rows were held, by the hash of their query, and how many rows each lacks. */
export type HeldLists = ReadonlyMap<string, number>;

export interface ReadAgain {
  /** The lists that show other rows than they have now. */
  readonly held: HeldLists;
  /** What a server that is away, or broken, answered with: that of a session that ended first. Null when all was read. */
  readonly fault: { readonly error: unknown } | null;
}

/**
 * Reads again what a page shows, and shows what has moved where it stands. What it does not show is read when it is shown;
 * what cannot be read keeps nothing else from being shown.
 */
export async function readAgain(queries: QueryClient): Promise<ReadAgain> {
  void queries.invalidateQueries({ predicate: isNumbers, type: 'inactive', refetchType: 'none' });
  const shown = queries.getQueryCache().findAll({ predicate: isNumbers, type: 'active' });
  const answers = await Promise.allSettled(shown.map((query) => answerOf(query, queries)));
  const held = new Map<string, number>();
  const errors: unknown[] = [];
  for (const answer of answers) {
    if (answer.status === 'rejected') errors.push(answer.reason);
    if (answer.status === 'rejected' || !answer.value) continue;
    const { query, fresh, readAt } = answer.value;
    // Read, or changed, by the reader meanwhile: that is newer.
    if (query.state.dataUpdatedAt !== readAt) continue;
    const { data, isHeld, added } = holdRows(query.state.data, fresh);
    queries.setQueryData(query.queryKey, data);
    if (!isHeld) continue;
    held.set(query.queryHash, added);
    // It is read when the reader comes back to it, however soon.
    query.invalidate();
  }
  const first = errors.find((error) => statusOf(error) === 401) ?? errors[0];
  return { held, fault: errors.length > 0 ? { error: first } : null };
}

interface Answer {
  readonly query: Query;
  readonly fresh: unknown;
  /** When what is shown was read. */
  readonly readAt: number;
}

/** Asks what a query asks, and leaves the query as it is; null where it has nothing to show, or is not answered any more. */
async function answerOf(query: Query, client: QueryClient): Promise<Answer | null> {
  const { queryKey, meta, state, options } = query;
  const { queryFn } = options;
  if (typeof queryFn !== 'function' || state.data === undefined) return null;
  if (state.fetchStatus === 'fetching') {
    // It may have been asked too early. Whoever asked has moved on, so its rows may come as they are.
    await client.invalidateQueries({ queryKey, exact: true });
    return null;
  }
  const readAt = state.dataUpdatedAt;
  try {
    const { signal } = new AbortController();
    return { query, readAt, fresh: await queryFn({ client, queryKey, meta, signal }) };
  } catch (error) {
    const status = statusOf(error);
    if (status === null || status === 401 || status >= 500) throw error;
    return null;
  }
}

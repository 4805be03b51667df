/** What a list shows after it was read again. */
export interface Held {
  /** The values as they are now, in the order that was there before. */
  readonly data: unknown;
  /** Whether it lacks rows, has some too many, or has them in another order than they have now. */
  readonly isHeld: boolean;
  /** Rows that it does not show yet. */
  readonly added: number;
}

/**
 * Brings an answer up to date without moving its rows: whoever reads a list, or is about to press something in it, keeps it
 * under their eyes and their pointer. Rows that come after all others are shown: they move none.
 * @param shown what the page shows
 * @param fresh what the server says now
 */
export function holdRows(shown: unknown, fresh: unknown): Held {
  if (isList(shown) && isList(fresh)) return holdList(shown, fresh);
  if (!isRecord(shown) || !isRecord(fresh)) return inPlace(fresh);
  const parts = Object.entries(fresh).map(
    ([name, value]) =>
      [name, isList(value) ? holdRows(shown[name], value) : inPlace(value)] as const,
  );
  return {
    data: Object.fromEntries(parts.map(([name, { data }]) => [name, data])),
    isHeld: parts.some(([, { isHeld }]) => isHeld),
    added: parts.reduce((sum, [, { added }]) => sum + added, 0),
  };
}

function holdList(shown: readonly unknown[], fresh: readonly unknown[]): Held {
  const before = idsOf(shown);
  const now = idsOf(fresh);
  if (!before || !now) return inPlace(fresh);
  if (before.every((id, place) => now[place] === id)) return inPlace(fresh);
  const rows = new Map(now.map((id, place) => [id, fresh[place]]));
  const known = new Set(before);
  return {
    data: shown.map((row, place) => rows.get(before[place] ?? '') ?? row),
    isHeld: true,
    added: now.filter((id) => !known.has(id)).length,
  };
}

function inPlace(data: unknown): Held {
  return { data, isHeld: false, added: 0 };
}

/** What tells rows apart; null where they are none, such as the points of a curve. */
function idsOf(rows: readonly unknown[]): readonly string[] | null {
  const ids = rows.flatMap((row) => idOf(row) ?? []);
  return ids.length === rows.length && new Set(ids).size === ids.length ? ids : null;
}

/** Gives a row's own id, or that of the first of what it is made of. */
function idOf(row: unknown): string | null {
  if (!isRecord(row)) return null;
  if (typeof row['id'] === 'string') return row['id'];
  const parts = Object.values(row).find(isList);
  return parts ? idOf(parts[0]) : null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isList(value);
}

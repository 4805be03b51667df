/** Rows that are removed in one statement. */
const AT_ONCE = 1_000;

/**
 * Removes rows some at a time, so that no statement holds many for long, until fewer are left than go at once.
 * @param remove takes how many may go, and tells how many went
 * @throws what the signal says once it is aborted, between two pieces
 */
export async function removeInPieces(
  remove: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  let count: number;
  do {
    signal.throwIfAborted();
    count = await remove(AT_ONCE);
  } while (count >= AT_ONCE);
}

/** Words of formats and tools for "not known". */
const UNKNOWN = new Set(['', 'noassertion', 'none', 'unknown', 'n/a']);

/** A text that says something; null for those that stand for nothing. */
export function known(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const trimmed = text.trim();
  return UNKNOWN.has(trimmed.toLowerCase()) ? null : trimmed;
}

/**
 * Says that nothing of a list matches its filters: `No image matches “shop”.`, or which filters these are.
 * @param nothing `No image`
 * @param conditions each filter in words; what is none is left out
 */
export function noMatchWords(
  nothing: string,
  conditions: readonly (string | false | null | undefined)[],
): string {
  const [first, ...others] = conditions.filter(Boolean);
  if (first === undefined) return `${nothing}.`;
  if (others.length === 0 && isQuoted(first)) return `${nothing} matches ${first}.`;
  return `${nothing} matches these filters: ${[first, ...others].join(', ')}.`;
}

function isQuoted(condition: string | false | null): boolean {
  return typeof condition === 'string' && condition.startsWith('“');
}

/** What stands at a path inside a parsed document; undefined when nothing does. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    // hasOwn above: the object has this key, whatever its type.
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

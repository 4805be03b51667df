/**
 * Makes a test of whole texts against a pattern in which `*` is any text, also none. Each part between stars is taken where
 * it stands first: what stands later leaves less to the parts behind it. So a text is gone through once, where an
 * expression of as many `.*` would try each part at each place for each place of those before.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const [start = '', ...parts] = pattern.split(/\*+/);
  const end = parts.pop();
  if (end === undefined) return (text) => text === start;
  return (text) => {
    if (!text.startsWith(start) || !text.endsWith(end)) return false;
    let at = start.length;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - end.length >= at;
  };
}

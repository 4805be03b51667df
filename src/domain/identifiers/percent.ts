/** Decodes percent-encoded UTF-8; null when it is none. A `+` stays a `+`: purls encode a blank as `%20`. */
export function decodePercent(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const PLAIN = /^[A-Za-z0-9._~:-]*$/;

/** Encodes everything but letters, digits, `. - _ ~` and `:`. A lone surrogate becomes U+FFFD. */
export function encodePercent(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

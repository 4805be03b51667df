const PLAIN = /^[a-z0-9]*$/;
/** Twice as long as a name may be anywhere; what is longer is nobody's. */
const MAX_LENGTH = 4_096;

/**
 * A name without case, blanks and punctuation, so that `Node.js`, `NodeJS` and `node-js` are one. Plus and hash stay:
 * they are all that parts `C` from `C++` and `C#`. Empty for a text that is no name.
 */
export function nameKey(name: string): string {
  if (name.length > MAX_LENGTH) return '';
  if (PLAIN.test(name)) return name;
  return name.toLowerCase().replace(/[^\p{L}\p{N}+#]+/gu, '');
}

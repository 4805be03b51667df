const PLAIN = /^[a-z0-9]*$/;

/**
 * A name without case, blanks and punctuation, so that `Node.js`, `NodeJS` and `node-js` are one. Plus and hash stay:
 * they are all that parts `C` from `C++` and `C#`.
 */
export function nameKey(name: string): string {
  if (PLAIN.test(name)) return name;
  return name.toLowerCase().replace(/[^\p{L}\p{N}+#]+/gu, '');
}

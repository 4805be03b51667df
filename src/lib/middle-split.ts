const LONGEST_TAIL = 28;
const SHORTEST_TAIL = 4;
const DIGEST_TAIL = 8;

/**
 * Where to cut a long name so that its telling end stays visible: `[head, tail]`, which together
 * are the text again. The tail is what follows the last slash (`shop-api:2.4.1`), the last eight
 * characters of a digest, else the end from a separator on; never more than 28 characters.
 */
export function splitForMiddle(text: string): readonly [head: string, tail: string] {
  const cut = cutOf(text);
  return [text.slice(0, cut), text.slice(cut)];
}

function cutOf(text: string): number {
  if (/(^|@)sha(256|512):[0-9a-f]+$/i.test(text)) return text.length - DIGEST_TAIL;
  const afterSlash = text.lastIndexOf('/', text.length - 2) + 1;
  if (afterSlash > 0 && text.length - afterSlash <= LONGEST_TAIL) return afterSlash;
  const earliest = Math.max(Math.ceil(text.length / 2), text.length - LONGEST_TAIL);
  const separator = text.slice(earliest, -SHORTEST_TAIL).search(/[-_.:@+]/);
  return separator < 0 ? earliest : earliest + separator;
}

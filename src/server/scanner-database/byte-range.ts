export interface ByteRange {
  /** Position of the first byte. */
  readonly first: number;
  /** Position of the last byte, which belongs to it. */
  readonly last: number;
}

const SINGLE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * The part of `size` bytes that a `Range` header asks for. What is no range, and several at once, mean the
 * whole: RFC 9110 (14.2) lets a server ignore them.
 */
export function byteRange(
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = SINGLE_RANGE.exec(header ?? '');
  if (!match) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '') {
    if (to === '') return 'whole';
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return 'whole';
  return first >= size ? 'unsatisfiable' : { first, last };
}

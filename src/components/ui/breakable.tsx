import { Fragment } from 'react';

/**
 * Places where a long name may break: after its slashes, and what sets a port, a tag, a digest or a domain apart. A version
 * stays whole. After hyphens every browser breaks by itself.
 */
const PLACES = /(?<=[/@:])|(?<=\.)(?=[a-z])/i;

/** A long name in several lines, which break between its parts rather than within a word. */
export function Breakable({ text }: { text: string }) {
  // Without a place in it, a name that holds the same part twice would give two of them one key.
  return text.split(PLACES).map((part, index) => (
    <Fragment key={`${String(index)} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

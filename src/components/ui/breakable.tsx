import { Fragment } from 'react';

/** A long name in several lines, which break after its slashes rather than within a word. */
export function Breakable({ text }: { text: string }) {
  // Without a place in it, a name that holds the same part twice would give two of them one key.
  return text.split(/(?<=[/@])/).map((part, index) => (
    <Fragment key={`${String(index)} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

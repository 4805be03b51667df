/** Control characters: they break the line that they stand in, and the database's text cannot hold NUL. */
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}/gu;

/**
 * Whether a text of others can be kept as it is: at most `maxLength` UTF-16 units, on one line, and whole characters alone.
 * For what is compared or asked for again, which another text in its place would not be.
 */
export function isLineOf(text: string, maxLength: number): boolean {
  return text.length <= maxLength && text.isWellFormed() && !CONTROL.test(text);
}

/**
 * Makes one line of a text of others that can be kept and shown: at most `maxLength` UTF-16 units, an ellipsis for what
 * is cut off, and U+FFFD for each control character and half of a surrogate pair, so that it is seen that something was there.
 */
export function lineOfOthers(text: string, maxLength: number): string {
  const line =
    text.length > maxLength
      ? `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
      : text;
  return line.toWellFormed().replaceAll(CONTROLS, '\u{fffd}');
}

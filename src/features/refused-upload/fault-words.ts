const STATUS_WORDS: Record<number, string> = {
  403: 'not allowed',
  409: 'conflict',
  413: 'too large',
  415: 'not JSON',
  422: 'not valid',
  429: 'too many',
};

/** The status of an answer in a word or two. */
export function statusWords(status: number): string {
  return STATUS_WORDS[status] ?? (status >= 500 ? 'server error' : 'refused');
}

/** Where a fault is, to stand before what it is: `Matches.0.Cycle: `; "" for all of the body. */
export function placeOf(where: string): string {
  return where === '' ? '' : `${where}: `;
}

/** A fault's message without what only clients of the API need: that it is about a value. */
export function faultText(message: string): string {
  const text = message.replace(/^Value error, /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Texts that other people wrote, on their way to a language model: names of products, packages and images come from
 * uploads, and whoever builds an image chooses them. A model may take what it reads for an instruction, so they are
 * short, on one line, without what eyes do not see, and stand between quotes.
 */

/** Longer than nearly every name that means something, too short for a story. */
export const MAX_QUOTED_LENGTH = 200;

/**
 * What is not seen: control characters, line and paragraph separators, marks that turn the direction of text, joiners and
 * other characters without width, variation selectors, and tags, in which a whole text can be hidden.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]+/gu;

/** Gives the text on one line, at most so long, without what is not seen. */
export function quotable(text: string, maxLength = MAX_QUOTED_LENGTH): string {
  // Twice as much as is needed of a text of any length, before anything is made of it.
  const begin = text.slice(0, 4 * maxLength).toWellFormed();
  const seen = begin.replaceAll(UNSEEN, ' ').replaceAll(/\s+/gu, ' ').trim();
  const isCut = seen.length > maxLength || begin.length < text.length;
  return isCut ? `${seen.slice(0, maxLength - 1).toWellFormed()}…` : seen;
}

/** The same between quotes, which it cannot close. */
export function quoted(text: string, maxLength = MAX_QUOTED_LENGTH): string {
  return JSON.stringify(quotable(text, maxLength));
}

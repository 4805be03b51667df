import type { MessageContent } from './content';
import { oneLine } from './name-in-mail';

/** What stands where nothing is left of a text: receivers refuse empty ones. */
const NOTHING = '–';

/** Cuts a text to so many UTF-16 units, an ellipsis included, and through no character. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Writes a text of a message on one line, of at most so many UTF-16 units and never empty. */
export function lineOf(text: string, max: number): string {
  return cutTo(oneLine(text.toWellFormed()), max) || NOTHING;
}

/**
 * Writes a message in a form that may not be longer than its receiver takes: items are left out from the end until it
 * fits, and then links. What is left out of the items is counted, as the total stays.
 * @param fits must be true of a message without items and links
 */
export function writtenToFit<Written>(
  content: MessageContent,
  write: (content: MessageContent) => Written,
  fits: (written: Written) => boolean,
): Written {
  let { items, links } = content;
  for (;;) {
    const written = write({ ...content, items, links });
    if (fits(written) || items.length + links.length === 0) return written;
    if (items.length > 0) items = items.slice(0, -1);
    else links = links.slice(0, -1);
  }
}

/** A whole address, in which nothing stands that ends one in some form of text. */
export function addressOf(origin: string, path: string): string {
  return `${origin}${path.replace(/["'<>|()[\]*_\\`~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

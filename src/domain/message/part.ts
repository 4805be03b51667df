import { asLine, type MessageContent, type MessageItem } from './content';
import { KIND_WORDS } from './words';

/**
 * Cuts a message to some of its items; null when it has none of them. Title, summary and total speak of all, and so of
 * what the reader of a part is not to hear: a part has its own.
 */
export function partOf(
  content: MessageContent,
  isIn: (item: MessageItem) => boolean,
): MessageContent | null {
  return cutBy(content, (item) => (isIn(item) ? item : null));
}

/** Does the same where of an item, too, only a part may be: what it gives takes the item's place, null leaves it out. */
export function cutBy(
  content: MessageContent,
  cut: (item: MessageItem) => MessageItem | null,
): MessageContent | null {
  const items = content.items.flatMap((item) => cut(item) ?? []);
  const [first] = items;
  if (!first) return null;
  const isWhole = items.length === content.total;
  if (isWhole && items.every((item, index) => item === content.items[index])) return content;
  const others = items.length - 1;
  const more = others === 0 ? '' : ` and ${String(others)} more`;
  return {
    ...content,
    title: asLine(`${KIND_WORDS[content.kind].label}: ${first.what}${more}`),
    summary: '',
    items,
    total: items.length,
  };
}

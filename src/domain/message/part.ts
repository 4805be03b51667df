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
  const items = content.items.filter(isIn);
  const [first] = items;
  if (!first) return null;
  if (items.length === content.total) return content;
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

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
  const isOver = items.every(({ isSolved }) => isSolved);
  const label = isOver ? 'Solved' : KIND_WORDS[content.kind].label;
  return {
    ...content,
    // However grave the rest is: that something is solved never is.
    severity: isOver ? 'info' : content.severity,
    title: asLine(`${label}: ${first.what}${more}`),
    summary: '',
    items,
    total: items.length,
  };
}

/** Lists what an item joins, each as an item of its own; of one that joins nothing the item itself. */
export function splitItem(item: MessageItem): MessageItem[] {
  if (item.parts.length === 0) return [item];
  return item.parts.map((part) => ({ ...item, ...part, parts: [] }));
}

/** Joins some of what {@link splitItem} gave of an item; null when it is nothing. */
export function joinedItem(item: MessageItem, some: readonly MessageItem[]): MessageItem | null {
  const [first, ...others] = some;
  if (!first || others.length === 0) return first ?? null;
  return {
    ...item,
    detail: asLine(some.flatMap(({ detail }) => detail ?? []).join('. ')),
    since: some.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null,
    until: some.flatMap(({ until }) => until ?? []).toSorted()[0] ?? null,
    parts: some.map(({ detail, where, since, until, path, project, software }) => ({
      ...{ detail, where, since, until, path, project, software },
    })),
  };
}

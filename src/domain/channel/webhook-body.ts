import type { MessageContent, MessageItem } from '@/domain/message/content';

/** Standard Webhooks asks for less than 20 kB; some receivers refuse more. */
export const MAX_BODY_BYTES = 20_000;

/**
 * Writes a message as the body of a webhook: `type`, `timestamp` and `data`, whose links are whole addresses. Items that
 * would make it too long are left out from the end; `items_left_out` says how many.
 * @param at when the message was made
 * @param origin the installation's own address, without a slash at its end
 */
export function webhookBody(content: MessageContent, at: Date, origin: string): string {
  let { items } = content;
  for (;;) {
    const body = bodyWith(content, items, at, origin);
    if (Buffer.byteLength(body) < MAX_BODY_BYTES || items.length === 0) return body;
    items = items.slice(0, -1);
  }
}

function bodyWith(
  { kind, severity, title, summary, total, links }: MessageContent,
  items: readonly MessageItem[],
  at: Date,
  origin: string,
): string {
  return JSON.stringify({
    type: kind,
    timestamp: at.toISOString(),
    data: {
      severity,
      title,
      summary,
      items: items.map((item) => itemData(item, origin)),
      items_left_out: total - items.length,
      links: links.map(({ label, path }) => ({ label, url: origin + path })),
    },
  });
}

function itemData(item: MessageItem, origin: string) {
  const { where, change } = item;
  return {
    key: item.key,
    solved: item.isSolved,
    what: item.what,
    detail: item.detail,
    where: where && { images: where.images, projects: where.projects, some: where.named },
    since: item.since,
    until: item.until,
    date_change: change && { from: change.from, to: change.to, by: change.by },
    evidence: item.evidence,
    move_to: item.moveTo,
    ask: item.ask,
    url: item.path === null ? null : origin + item.path,
  };
}

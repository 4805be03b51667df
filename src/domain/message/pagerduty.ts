import { identityOf } from '@/domain/identifiers/identity';
import type { MessageContent, MessageItem, Severity } from './content';
import type { MessageKind } from './kinds';
import { addressOf, lineOf } from './fit';
import { isLasting } from './software-key';
import { factsOf } from './words';

/**
 * A message as events of PagerDuty (Events API v2): one alert for each item, kept by the item's key, so that what is said
 * of it again changes the alert and makes no second one, and what is solved resolves it.
 */

export const MAX_SUMMARY_LENGTH = 1_024;
export const MAX_DEDUP_KEY_LENGTH = 255;
const MAX_LINE_LENGTH = 300;

interface Link {
  readonly href: string;
  readonly text: string;
}
interface Trigger {
  readonly event_action: 'trigger';
  readonly dedup_key: string;
  readonly client: 'Eventide';
  readonly client_url: string;
  readonly links: Link[];
  readonly payload: {
    readonly summary: string;
    readonly source: string;
    readonly severity: Severity;
    readonly component: string;
    readonly class: MessageKind;
    readonly custom_details: Readonly<Record<string, string>>;
  };
}
interface Resolve {
  readonly event_action: 'resolve';
  readonly dedup_key: string;
}
/** An event without the routing key, which is a secret. */
export type PagerEvent = Trigger | Resolve;

export interface PagerFrame {
  /** The installation's own address, without a slash at its end. */
  readonly origin: string;
  /** Keys are those of an organization. */
  readonly organizationId: string;
}

/**
 * Writes a message as events, in the order in which they are sent. One without items alerts, and is resolved at once;
 * items that are never said to be over make no alert.
 */
export function pagerEvents(content: MessageContent, frame: PagerFrame): PagerEvent[] {
  const { items } = content;
  if (items.length > 0) {
    return items.filter(isLasting).map((item) => eventOf(item, content, frame));
  }
  const key = dedupKey(frame.organizationId, content.kind);
  return [triggerOf(content, frame, key, null), { event_action: 'resolve', dedup_key: key }];
}

function eventOf(item: MessageItem, content: MessageContent, frame: PagerFrame): PagerEvent {
  const key = dedupKey(frame.organizationId, item.key);
  if (item.isSolved) return { event_action: 'resolve', dedup_key: key };
  return triggerOf(content, frame, key, item);
}

function triggerOf(
  { kind, severity, title, summary, links }: MessageContent,
  { origin }: PagerFrame,
  key: string,
  item: MessageItem | null,
): Trigger {
  const own = item && item.path !== null ? [{ path: item.path, label: item.what }] : [];
  const what = item === null ? title : `${item.what}: ${title}`;
  return {
    ...{ event_action: 'trigger', dedup_key: key, client: 'Eventide', client_url: origin },
    links: [...own, ...links].map(({ path, label }) => ({
      href: addressOf(origin, path),
      text: lineOf(label, MAX_LINE_LENGTH),
    })),
    payload: {
      summary: lineOf(what, MAX_SUMMARY_LENGTH),
      source: new URL(origin).hostname,
      severity,
      component: lineOf(item?.what ?? title, MAX_LINE_LENGTH),
      class: kind,
      custom_details: detailsOf(summary, item),
    },
  };
}

function detailsOf(summary: string, item: MessageItem | null): Record<string, string> {
  const facts = item === null ? [] : factsOf(item).map(({ label, text }) => [label, text] as const);
  return Object.fromEntries([
    ['Summary', summary],
    ...(item && item.detail !== null ? [['Detail', item.detail] as const] : []),
    ...facts,
    ...(item?.ask
      ? [['Ask', [item.ask.name, item.ask.email ?? ''].join(' ').trim()] as const]
      : []),
  ]);
}

function dedupKey(organizationId: string, key: string): string {
  const whole = `${organizationId}/${key}`;
  return whole.length <= MAX_DEDUP_KEY_LENGTH ? whole : `${organizationId}/${identityOf(key)}`;
}

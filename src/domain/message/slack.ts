import type { MessageContent, MessageItem } from './content';
import { addressOf, cutTo, lineOf, writtenToFit } from './fit';
import type { Frame } from './plain-text';
import { factsOf, KIND_WORDS, leftOutOf, SEVERITY_WORDS } from './words';

/**
 * A message as Slack's Block Kit, within the limits that Slack documents: 50 blocks, 150 characters of a header, 3,000 of a
 * section, ten fields of 2,000; about 13,000 in all. Texts are verbatim, so that no name becomes a link or calls anybody.
 */

export const MAX_BLOCKS = 50;
export const MAX_HEADER_LENGTH = 150;
export const MAX_SECTION_LENGTH = 3_000;
export const MAX_FIELDS = 10;
/** Of all blocks, as JSON. Found by others: Slack answers `msg_blocks_too_long` beyond it. */
export const MAX_MESSAGE_LENGTH = 13_000;
const MAX_SUMMARY_LENGTH = 1_200;
const MAX_FIELD_LENGTH = 500;
const MAX_LABEL_LENGTH = 300;
const MAX_FOOTNOTE_LENGTH = 400;
const MAX_URL_LENGTH = 2_000;

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}
interface Mrkdwn {
  readonly type: 'mrkdwn';
  readonly text: string;
  readonly verbatim: true;
}
type Block =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: Mrkdwn; readonly fields?: Mrkdwn[] }
  | { readonly type: 'context'; readonly elements: Mrkdwn[] };

export interface SlackMessage {
  /** What notifications show. */
  readonly text: string;
  readonly blocks: Block[];
}

/** Writes a message for an incoming webhook of Slack. */
export function slackMessage(content: MessageContent, frame: Frame): SlackMessage {
  return writtenToFit(
    content,
    (shown) => messageOf(shown, frame),
    ({ blocks }) =>
      blocks.length <= MAX_BLOCKS && JSON.stringify(blocks).length <= MAX_MESSAGE_LENGTH,
  );
}

function messageOf(content: MessageContent, { origin, footnote }: Frame): SlackMessage {
  const { kind, severity, title, summary, items, links } = content;
  const left = leftOutOf(content);
  const text = {
    type: 'plain_text',
    text: lineOf(title, MAX_HEADER_LENGTH),
    emoji: false,
  } as const;
  return {
    text: escaped(title, MAX_LABEL_LENGTH),
    blocks: [
      { type: 'header', text },
      context(`${KIND_WORDS[kind].label} · ${SEVERITY_WORDS[severity]}`),
      ...(summary.trim() === '' ? [] : [section(escaped(summary, MAX_SUMMARY_LENGTH))]),
      ...items.map((item) => blockOf(item, origin)),
      ...(left === null ? [] : [context(left)]),
      ...links.map(({ label, path }) => section(link(addressOf(origin, path), label))),
      context(escaped(footnote, MAX_FOOTNOTE_LENGTH)),
    ],
  };
}

function blockOf(item: MessageItem, origin: string): Block {
  const { what, detail, ask, path, isSolved } = item;
  const head =
    path === null
      ? `*${escaped(what, MAX_LABEL_LENGTH)}*`
      : `*${link(addressOf(origin, path), what)}*`;
  const lines = [
    isSolved ? `${head} – solved` : head,
    ...(detail === null ? [] : [escaped(detail, MAX_FIELD_LENGTH)]),
  ];
  const facts = [
    ...factsOf(item),
    ...(ask ? [{ label: 'Ask', text: [ask.name, ask.email ?? ''].join(' ') }] : []),
  ].slice(0, MAX_FIELDS);
  const fields = facts.map(({ label, text }) =>
    mrkdwn(`*${label}*\n${escaped(text, MAX_FIELD_LENGTH)}`),
  );
  return { ...section(lines.join('\n')), ...(fields.length > 0 && { fields }) };
}

function section(text: string) {
  return { type: 'section', text: mrkdwn(text) } as const;
}

function context(text: string): Block {
  return { type: 'context', elements: [mrkdwn(text)] };
}

function mrkdwn(text: string): Mrkdwn {
  return { type: 'mrkdwn', text, verbatim: true };
}

function link(url: string, label: string): string {
  const shown = escaped(label.replaceAll('|', '¦'), MAX_LABEL_LENGTH);
  // One that would fill the section is of no use; the label stays.
  return url.length > MAX_URL_LENGTH ? shown : `<${url}|${shown}>`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }),
);

/** Escapes the three signs that mean something in mrkdwn; cut so that what is escaped fits, and no entity is halved. */
function escaped(text: string, max: number): string {
  const line = lineOf(text, max);
  const whole = escape(line);
  if (whole.length <= max) return whole;
  let shown = '';
  for (const character of line) {
    const next = escape(character);
    if (shown.length + next.length > max - 1) break;
    shown += next;
  }
  return cutTo(`${shown}…`, max);
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES.get(sign) ?? '');
}

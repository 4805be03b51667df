import type { MessageContent, MessageItem, Severity } from './content';
import { addressOf, lineOf, writtenToFit } from './fit';
import type { Frame } from './plain-text';
import { factsOf, KIND_WORDS, leftOutOf, SEVERITY_WORDS } from './words';

/**
 * A message as the attachments that Mattermost and Rocket.Chat both take from an incoming webhook. Mattermost refuses more
 * than 7,900 characters of them in older versions, Rocket.Chat a message of more than 5,000 unless told otherwise; Slack's
 * form, which both follow, has at most 20.
 */

export const MAX_ATTACHMENTS = 20;
/** Of the whole, as JSON. */
export const MAX_CHAT_LENGTH = 5_000;
const MAX_LINE_LENGTH = 200;
const MAX_SUMMARY_LENGTH = 500;

const COLORS: Readonly<Record<Severity, string>> = {
  info: '#3b4fd8',
  warning: '#b4690e',
  critical: '#c02b37',
};

interface Attachment {
  /** What notifications show. */
  readonly fallback: string;
  readonly color: string;
  readonly title: string;
  readonly title_link?: string;
  readonly text: string;
}

export interface ChatMessage {
  readonly text: string;
  readonly attachments: Attachment[];
}

/** Writes a message for an incoming webhook of Mattermost or Rocket.Chat. */
export function chatMessage(content: MessageContent, frame: Frame): ChatMessage {
  return writtenToFit(
    content,
    (shown) => messageOf(shown, frame),
    (message) =>
      message.attachments.length <= MAX_ATTACHMENTS &&
      JSON.stringify(message).length <= MAX_CHAT_LENGTH,
  );
}

function messageOf(content: MessageContent, { origin, footnote }: Frame): ChatMessage {
  const { kind, severity, title, summary, items, links } = content;
  const left = leftOutOf(content);
  const lines = [
    `**${escaped(title)}**`,
    `${KIND_WORDS[kind].label} · ${SEVERITY_WORDS[severity]}`,
    ...(summary.trim() === '' ? [] : [escaped(summary, MAX_SUMMARY_LENGTH)]),
    ...links.map(({ label, path }) => `[${escaped(label)}](${addressOf(origin, path)})`),
    ...(left === null ? [] : [left]),
    escaped(footnote),
  ];
  return {
    text: lines.join('\n\n'),
    attachments: items.map((item) => attachmentOf(item, COLORS[severity], origin)),
  };
}

function attachmentOf(item: MessageItem, color: string, origin: string): Attachment {
  const { what, detail, ask, path, isSolved } = item;
  const title = `${lineOf(what, MAX_LINE_LENGTH)}${isSolved ? ' – solved' : ''}`;
  const facts = [
    ...factsOf(item),
    ...(ask ? [{ label: 'Ask', text: [ask.name, ask.email ?? ''].join(' ') }] : []),
  ];
  const lines = [
    ...(detail === null ? [] : [escaped(detail)]),
    ...facts.map(({ label, text }) => `**${label}** ${escaped(text)}`),
  ];
  return {
    ...{ fallback: title, color, title },
    ...(path !== null && { title_link: addressOf(origin, path) }),
    text: lines.join('\n'),
  };
}

/**
 * Escapes what is Markdown there, and puts a space of no width where somebody would be called (`@all`), a channel linked
 * (`~town`, `#town`), a smiley drawn or an address made a link.
 */
function escaped(text: string, max = MAX_LINE_LENGTH): string {
  return lineOf(text, max)
    .replace(/[\\`*_{}[\]()<>|]/g, String.raw`\$&`)
    .replace(/[@#~:](?=\S)/g, '$&\u200b')
    .replace(/(?<=\S)\.(?=\S)/g, '\u200b.');
}

import type { MessageContent, MessageItem } from './content';
import { nameInMail } from './name-in-mail';
import { factsOf, leftOutOf } from './words';

/** What a receiver adds to what a message says. */
export interface Frame {
  /** The installation's own address, without a slash at its end. */
  readonly origin: string;
  /** Why the reader gets this. */
  readonly footnote: string;
  /** What the reader can do about getting it, below that; none when absent. */
  readonly links?: readonly { readonly label: string; readonly url: string }[];
}

/** Longer than any text of a message. */
const WHOLE = 2_000;

/** A text of a message, in which names stand that people and scanners chose: no mail program makes a link of any. */
export const plain = (text: string) => nameInMail(text, WHOLE);

/** Writes a message as plain text: what a mail shows where it shows no HTML. */
export function renderText(
  content: MessageContent,
  { origin, footnote, links: ways = [] }: Frame,
): string {
  const { title, summary, items, links } = content;
  const left = leftOutOf(content);
  const blocks = [
    plain(title),
    ...(summary === '' ? [] : [plain(summary)]),
    ...items.map((item) => textOfItem(item, origin)),
    ...(left === null ? [] : [left]),
    ...links.map(({ label, path }) => `${plain(label)}:\n${origin}${path}`),
    `-- \n${plain(footnote)}`,
    ...ways.map(({ label, url }) => `${plain(label)}:\n${url}`),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function textOfItem(item: MessageItem, origin: string): string {
  const { what, detail, ask, path } = item;
  const lines = [
    ...(detail === null ? [] : [plain(detail)]),
    ...factsOf(item).map(({ label, text }) => `${label}: ${plain(text)}`),
    ...(ask ? [`Ask: ${plain(ask.name)}${ask.email === null ? '' : ` <${ask.email}>`}`] : []),
    ...(path === null ? [] : [`See: ${origin}${path}`]),
  ];
  return [`* ${plain(what)}`, ...lines.map((one) => `  ${one}`)].join('\n');
}

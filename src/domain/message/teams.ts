import type { MessageContent, MessageItem, Severity } from './content';
import { addressOf, lineOf, writtenToFit } from './fit';
import type { Frame } from './plain-text';
import { factsOf, KIND_WORDS, leftOutOf, SEVERITY_WORDS } from './words';

/**
 * A message as an Adaptive Card for the Workflows webhook of Microsoft Teams, which takes about 28 kB. Names stand in runs
 * of rich text, which know no Markdown: in a `TextBlock` they could be links to anywhere.
 */

export const MAX_CARD_BYTES = 27_000;
const MAX_LINE_LENGTH = 300;
const MAX_SUMMARY_LENGTH = 1_000;
const MAX_LABEL_LENGTH = 100;

const COLORS = {
  info: 'Accent',
  warning: 'Warning',
  critical: 'Attention',
} as const satisfies Record<Severity, string>;

interface OpenUrl {
  readonly type: 'Action.OpenUrl';
  readonly title: string;
  readonly url: string;
}
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: boolean;
  readonly color?: (typeof COLORS)[Severity];
  readonly selectAction?: OpenUrl;
}
interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: TextRun[];
}
interface Container {
  readonly type: 'Container';
  readonly separator: true;
  readonly items: RichTextBlock[];
}

export interface TeamsMessage {
  readonly type: 'message';
  readonly attachments: readonly [
    {
      readonly contentType: 'application/vnd.microsoft.card.adaptive';
      readonly contentUrl: null;
      readonly content: AdaptiveCard;
    },
  ];
}

export interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.4';
  readonly msteams: { readonly width: 'Full' };
  readonly fallbackText: string;
  readonly body: (RichTextBlock | Container)[];
  readonly actions?: OpenUrl[];
}

/** Writes a message for a Workflows webhook of Teams. */
export function teamsMessage(content: MessageContent, frame: Frame): TeamsMessage {
  return writtenToFit(
    content,
    (shown) => messageOf(shown, frame),
    (message) => Buffer.byteLength(JSON.stringify(message)) <= MAX_CARD_BYTES,
  );
}

function messageOf(content: MessageContent, frame: Frame): TeamsMessage {
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return {
    type: 'message',
    attachments: [{ contentType, contentUrl: null, content: cardOf(content, frame) }],
  };
}

function cardOf(content: MessageContent, { origin, footnote }: Frame): AdaptiveCard {
  const { kind, severity, title, summary, items, links } = content;
  const left = leftOutOf(content);
  const head = run(title, { weight: 'Bolder', size: 'Large', color: COLORS[severity] });
  const actions = links.map(({ label, path }) => openUrl(label, addressOf(origin, path)));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    ...{ type: 'AdaptiveCard', version: '1.4', msteams: { width: 'Full' } },
    fallbackText: lineOf(title, MAX_LINE_LENGTH),
    body: [
      block(run(`${KIND_WORDS[kind].label} · ${SEVERITY_WORDS[severity]}`, { isSubtle: true })),
      block(head),
      ...(summary.trim() === '' ? [] : [block(run(summary, {}, MAX_SUMMARY_LENGTH))]),
      ...items.map((item) => containerOf(item, origin)),
      ...(left === null ? [] : [block(run(left, { isSubtle: true }))]),
      block(run(footnote, { size: 'Small', isSubtle: true })),
    ],
    ...(actions.length > 0 && { actions }),
  };
}

function containerOf(item: MessageItem, origin: string): Container {
  const { what, detail, ask, path, isSolved } = item;
  const opens = path === null ? {} : { selectAction: openUrl(what, addressOf(origin, path)) };
  const facts = [
    ...factsOf(item),
    ...(ask ? [{ label: 'Ask', text: [ask.name, ask.email ?? ''].join(' ') }] : []),
  ];
  return {
    ...{ type: 'Container', separator: true },
    items: [
      block(run(what, { weight: 'Bolder', ...opens }), ...(isSolved ? [tail(' – solved')] : [])),
      ...(detail === null ? [] : [block(run(detail))]),
      ...facts.map(({ label, text }) => block(run(label, { weight: 'Bolder' }), tail(`  ${text}`))),
    ],
  };
}

function block(...inlines: TextRun[]): RichTextBlock {
  return { type: 'RichTextBlock', inlines };
}

type Style = Omit<TextRun, 'type' | 'text'>;

function run(text: string, style: Style = {}, max = MAX_LINE_LENGTH): TextRun {
  return { type: 'TextRun', text: lineOf(text, max), ...style };
}

/** A run after another one, from which it is set apart. */
function tail(text: string): TextRun {
  return { type: 'TextRun', text: ` ${lineOf(text, MAX_LINE_LENGTH)}` };
}

function openUrl(title: string, url: string): OpenUrl {
  return { type: 'Action.OpenUrl', title: lineOf(title, MAX_LABEL_LENGTH), url };
}

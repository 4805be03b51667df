import type { Ticket } from './ticket';

/** The nodes of the Atlassian Document Format that are written here. Its texts are literal: nothing in one is markup. */
type Mark =
  | { readonly type: 'strong' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string } };
interface Text {
  readonly type: 'text';
  readonly text: string;
  readonly marks?: readonly Mark[];
}
interface Paragraph {
  readonly type: 'paragraph';
  readonly content: readonly Text[];
}
interface BulletList {
  readonly type: 'bulletList';
  readonly content: readonly {
    readonly type: 'listItem';
    readonly content: readonly [Paragraph];
  }[];
}
export interface AdfDocument {
  readonly version: 1;
  readonly type: 'doc';
  readonly content: readonly (Paragraph | BulletList)[];
}

/** Writes a ticket's description for Jira Cloud. */
export function adfOf({ mark, detail, facts, link, footnote }: Ticket): AdfDocument {
  return {
    ...{ version: 1, type: 'doc' },
    content: [
      ...(detail === null ? [] : [paragraph({ type: 'text', text: detail })]),
      ...(facts.length === 0 ? [] : [listOf(facts)]),
      ...(link === null
        ? []
        : [
            paragraph({
              ...{ type: 'text', text: link.label },
              marks: [{ type: 'link', attrs: { href: link.href } }],
            }),
          ]),
      paragraph({ type: 'text', text: `${footnote} (${mark})` }),
    ],
  };
}

/** Writes a comment of one line. */
export function adfLine(text: string): AdfDocument {
  return { version: 1, type: 'doc', content: [paragraph({ type: 'text', text })] };
}

function paragraph(...content: Text[]): Paragraph {
  return { type: 'paragraph', content };
}

function listOf(facts: Ticket['facts']): BulletList {
  return {
    type: 'bulletList',
    content: facts.map(({ label, text }) => ({
      type: 'listItem',
      content: [
        paragraph(
          { type: 'text', text: label, marks: [{ type: 'strong' }] },
          { type: 'text', text: ` ${text}` },
        ),
      ],
    })),
  };
}

import { escapeHtml } from '@/domain/message/escape-html';
import type { Words } from './words';

export interface Letter {
  /** The subject, in one line. */
  readonly heading: Words;
  readonly paragraphs: readonly Words[];
  /** The one thing to do: the only link, but for the one at the end. */
  readonly action?: { readonly label: Words; readonly url: string };
  /** Smaller, at the end: why the reader gets this, until when it holds. */
  readonly footnote?: Words;
  /** How the reader has no more of this kind, for what is no answer to something they did. */
  readonly stop?: { readonly label: Words; readonly url: string };
}

/** The two bodies of a mail that say the same. */
export interface WrittenLetter {
  readonly text: string;
  readonly html: string;
}

/**
 * Writes a letter as plain text and as HTML. Every part is plain text and is escaped. The HTML asks no server
 * for anything and keeps to tables and inline styles, which is what every mail program knows.
 * @throws TypeError for an action that is not an http or https address
 */
export function writeLetter(letter: Letter): WrittenLetter {
  const { action } = letter;
  const parts = action ? { ...letter, action: { ...action, url: webUrl(action.url) } } : letter;
  return { text: textOf(parts), html: htmlOf(parts) };
}

function webUrl(text: string): string {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('A letter links to web pages only');
  return url.href;
}

function textOf({ heading, paragraphs, action, footnote, stop }: Letter): string {
  const blocks: string[] = [heading, ...paragraphs];
  if (action) blocks.push(`${action.label}:\n${action.url}`);
  if (footnote !== undefined) blocks.push(`-- \n${footnote}`);
  if (stop) blocks.push(`${stop.label}:\n${webUrl(stop.url)}`);
  return `${blocks.join('\n\n')}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BODY = `${FONT};font-size:15px;line-height:24px;color:#1f2430`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5b6272`;
/** Long names and addresses must not push a phone's page sideways. */
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';

function htmlOf({ heading, paragraphs, action, footnote, stop }: Letter): string {
  const rows = [
    `<h1 style="margin:0 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#1f2430;${WRAP}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(
      (paragraph) => `<p style="margin:0 0 16px;${BODY};${WRAP}">${escapeHtml(paragraph)}</p>`,
    ),
    ...(action ? [htmlOfAction(action)] : []),
    ...(footnote === undefined
      ? []
      : [
          `<p style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #dfe2e8;${SMALL};${WRAP}">${escapeHtml(footnote)}</p>`,
        ]),
    ...(stop
      ? [
          `<p style="margin:4px 0 0;${SMALL};${WRAP}"><a href="${escapeHtml(webUrl(stop.url))}" style="color:#3b4fd8">${escapeHtml(stop.label)}</a></p>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background-color:#f5f6f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f5f6f8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #dfe2e8;border-radius:6px">
<tr><td align="left" style="padding:32px">
${rows.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Writes a button, and its address in full for readers who do not trust buttons or cannot press them. */
function htmlOfAction({ label, url }: NonNullable<Letter['action']>): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td align="center" bgcolor="#3b4fd8" style="border-radius:6px">
<a href="${href}" style="display:inline-block;padding:12px 20px;${FONT};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr>
</table>
<p style="margin:0;${SMALL};${WRAP}">Or open this address: <a href="${href}" style="color:#3b4fd8;${WRAP}">${href}</a></p>`;
}

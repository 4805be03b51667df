import { escapeHtml } from './escape-html';
import type { MessageContent, MessageItem, Severity } from './content';
import { type Frame, plain } from './plain-text';
import { factsOf, KIND_WORDS, leftOutOf } from './words';

/**
 * A message as the HTML of a mail. Tables and inline styles are what Outlook (which is Word), Gmail and Apple Mail have
 * in common; the sheet in the head is for the dark mode of those that read it, and the others turn colours themselves,
 * which goes well as long as every text has its own colour and ground. Nothing is asked of any server.
 */

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WRAP = 'overflow-wrap:anywhere;word-break:break-word';
const TEXT = `${FONT};font-size:15px;line-height:24px;color:#1f2430;${WRAP}`;
const SMALL = `${FONT};font-size:13px;line-height:20px;color:#5b6272;${WRAP}`;
const ACCENT: Readonly<Record<Severity, string>> = {
  info: '#3b4fd8',
  warning: '#b4690e',
  critical: '#c02b37',
};
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const DARK = `@media (prefers-color-scheme:dark){
.page{background-color:#14161c!important}
.card{background-color:#1d2029!important;border-right-color:#3a3f4d!important;border-bottom-color:#3a3f4d!important;border-left-color:#3a3f4d!important}
.item{border-color:#3a3f4d!important}
.ink{color:#eceef4!important}
.dim{color:#a5adbe!important}
.link{color:#9db0ff!important}
}`;

const shown = (text: string) => escapeHtml(plain(text));

/** Writes a message as a whole HTML document. */
export function renderHtml(
  content: MessageContent,
  { origin, footnote, links: ways = [] }: Frame,
): string {
  const { kind, severity, title, summary, items, links } = content;
  const left = leftOutOf(content);
  const rows = [
    `<p class="dim" style="margin:0 0 4px;${SMALL}">${escapeHtml(KIND_WORDS[kind].label)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:#1f2430;${WRAP}">${shown(title)}</h1>`,
    ...(summary === '' ? [] : [paragraph(shown(summary))]),
    ...items.map((item) => htmlOfItem(item, origin)),
    ...(left === null ? [] : [paragraph(escapeHtml(left))]),
    ...links.map(({ label, path }) => paragraph(anchor(origin + path, shown(label)))),
    `<p class="dim item" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #dfe2e8;${SMALL}">${shown(footnote)}</p>`,
    ...ways.map(
      ({ label, url }) =>
        `<p class="dim" style="margin:4px 0 0;${SMALL}">${anchor(url, shown(label))}</p>`,
    ),
  ];
  return documentOf(shown(title), ACCENT[severity], rows.join('\n'));
}

function paragraph(html: string): string {
  return `<p class="ink" style="margin:0 0 16px;${TEXT}">${html}</p>`;
}

function anchor(url: string, html: string): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:#3b4fd8;text-decoration:underline">${html}</a>`;
}

function htmlOfItem(item: MessageItem, origin: string): string {
  const { what, detail, ask, path } = item;
  const facts = factsOf(item).map(({ label, text }) => factRow(label, shown(text)));
  if (ask) {
    const mail =
      ask.email === null ? '' : ` ${anchor(`mailto:${ask.email}`, escapeHtml(ask.email))}`;
    facts.push(factRow('Ask', `${shown(ask.name)}${mail}`));
  }
  const head = path === null ? shown(what) : anchor(origin + path, shown(what));
  return `<table ${TABLE} width="100%" class="item" style="margin:0 0 16px;border:1px solid #dfe2e8;border-collapse:separate;border-radius:6px">
<tr><td style="padding:12px 16px">
<p class="ink" style="margin:0;${TEXT};font-weight:600">${head}</p>
${detail === null ? '' : `<p class="dim" style="margin:0;${SMALL}">${shown(detail)}</p>`}
<table ${TABLE} width="100%">
${facts.join('\n')}
</table>
</td></tr>
</table>`;
}

function factRow(label: string, html: string): string {
  return `<tr><td class="dim" width="72" valign="top" style="width:72px;padding:4px 12px 0 0;${SMALL}">${escapeHtml(label)}</td><td class="ink" valign="top" style="padding:4px 0 0;${SMALL};color:#1f2430">${html}</td></tr>`;
}

/** Outlook knows no `max-width`: it gets a table of a fixed one, in a comment that it alone reads. */
function documentOf(title: string, accent: string, rows: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f5f6f8">
<table ${TABLE} width="100%" bgcolor="#f5f6f8" class="page" style="background-color:#f5f6f8">
<tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table ${TABLE} width="600"><tr><td><![endif]-->
<table ${TABLE} width="100%" bgcolor="#ffffff" class="card" style="max-width:600px;background-color:#ffffff;border:1px solid #dfe2e8;border-top:4px solid ${accent}">
<tr><td align="left" style="padding:28px 32px">
${rows}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

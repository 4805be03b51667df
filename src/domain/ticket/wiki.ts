import type { Ticket } from './ticket';

/** Writes a ticket's description in the notation of Jira Data Center. */
export function wikiOf({ mark, detail, facts, link, footnote }: Ticket): string {
  return [
    ...(detail === null ? [] : [escaped(detail)]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, text }) => `* *${label}* ${escaped(text)}`).join('\n')]),
    ...(link === null ? [] : [`[${escaped(link.label)}|${link.href}]`]),
    `${footnote} (${mark})`,
  ].join('\n\n');
}

/** Writes a line of a comment. */
export function wikiLine(text: string): string {
  return escaped(text);
}

/** Escapes what is notation, and puts a space of no width where a line would be a heading or an address a link. */
function escaped(text: string): string {
  return text
    .replace(/[\\{}[\]|*_^~!+?()-]/g, String.raw`\$&`)
    .replace(/^(?:#|bq\.|h[1-6]\.)/, '\u200b$&')
    .replace(/[@#&](?=\w)|:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200b');
}

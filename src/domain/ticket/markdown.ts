import type { Ticket } from './ticket';

/** Writes a ticket as Markdown of GitHub and GitLab, with its mark where nobody sees it. */
export function markdownOf({ mark, detail, facts, link, footnote }: Ticket): string {
  return [
    ...(detail === null ? [] : [escaped(detail)]),
    ...(facts.length === 0
      ? []
      : [facts.map(({ label, text }) => `- **${label}** ${escaped(text)}`).join('\n')]),
    ...(link === null ? [] : [`[${escaped(link.label)}](${link.href})`]),
    `<sub>${footnote}</sub>`,
    `<!-- ${mark} -->`,
  ].join('\n\n');
}

/** Writes a line of a comment. */
export function markdownLine(text: string): string {
  return escaped(text);
}

/**
 * Escapes what is Markdown or a quick action there, and puts a space of no width where somebody would be called
 * (`@all`), another ticket mentioned (`#1`, `!1`, `GH-1`) or an address made a link.
 */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()<>|]/g, String.raw`\$&`)
    .replace(/^[/#>+=-]/, String.raw`\$&`)
    .replace(/[@#!$%&~^](?=\w)/g, '$&\u200b')
    .replace(/\bGH-(?=\d)/gi, '$&\u200b')
    .replace(/:(?=\/\/)|\bwww(?=\.)/gi, '$&\u200b');
}

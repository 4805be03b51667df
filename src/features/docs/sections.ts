/** Heading of a page with the text below it, made from the sources by `remark-sections.mjs`. */
export interface DocsSection {
  /** Anchor of the heading. */
  readonly id: string;
  readonly title: string;
  /** 1: the page itself. */
  readonly depth: number;
  readonly text: string;
}

export interface DocsPage {
  readonly href: string;
  /** The heading that it stands under in the list of pages; null: under none. */
  readonly group: string | null;
  readonly sections: readonly DocsSection[];
}

/** Returns the title of a page: its first heading. */
export function titleOf({ href, sections }: DocsPage): string {
  return sections[0]?.title ?? href;
}

export interface FoundSection {
  /** Address with the anchor; a whole page has none. */
  readonly href: string;
  readonly title: string;
  /** Title of its page; null for a page itself. */
  readonly page: string | null;
  /** Words around the first one found, or the beginning. */
  readonly excerpt: string;
}

const MOST_FOUND = 12;

/** Finds the sections that contain every word of a text, ignoring case; matches in titles come first. */
export function findSections(pages: readonly DocsPage[], text: string): FoundSection[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages
    .flatMap((page) =>
      page.sections.flatMap((section) => {
        const rank = rankOf(section, titleOf(page), words);
        return rank === null ? [] : [{ rank, found: foundSection(page, section, words) }];
      }),
    )
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_FOUND)
    .map(({ found }) => found);
}

/** Ranks a section, lower is better; null where a word is missing. The page's title counts as its text. */
function rankOf(section: DocsSection, page: string, words: readonly string[]): number | null {
  const title = section.title.toLowerCase();
  const text = `${title} ${page.toLowerCase()} ${section.text.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return null;
  // Otherwise each section of a page would be found by the name of the page alone.
  if (!words.some((word) => title.includes(word) || section.text.toLowerCase().includes(word)))
    return null;
  const inTitle = words.filter((word) => title.includes(word)).length;
  return (words.length - inTitle) * 10 + (title.startsWith(words[0] ?? '') ? 0 : 1);
}

function foundSection(
  page: DocsPage,
  section: DocsSection,
  words: readonly string[],
): FoundSection {
  const isPage = section.depth === 1;
  return {
    href: isPage ? page.href : `${page.href}#${section.id}`,
    title: section.title,
    page: isPage ? null : titleOf(page),
    excerpt: excerptOf(section.text, words),
  };
}

const EXCERPT_BEFORE = 40;
const EXCERPT_LENGTH = 140;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.min(
    ...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0),
    text.length,
  );
  const isFound = at < text.length;
  const start = isFound && at > EXCERPT_BEFORE ? text.indexOf(' ', at - EXCERPT_BEFORE) + 1 : 0;
  const part = text.slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${part}${start + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}

/** Ranks how well a text names a thing: lower is better, null is not at all. Case does not matter. */
export function matchRank(
  query: string,
  label: string,
  keywords: readonly string[] = [],
): number | null {
  const wanted = query.trim().toLowerCase();
  const name = label.toLowerCase();
  if (wanted === '' || name.startsWith(wanted)) return 0;
  if (startsAWord(name, wanted)) return 1;
  if (name.includes(wanted)) return 2;
  const others = keywords.map((keyword) => keyword.toLowerCase());
  if (others.some((keyword) => keyword.includes(wanted))) return 3;
  // In any order, from the name or its other words.
  const words = wanted.split(/\s+/u);
  const isNamed = (word: string) => [name, ...others].some((text) => startsAWord(text, word));
  return words.length > 1 && words.every(isNamed) ? 4 : null;
}

/** Returns the items a text names, best first; equals keep their order. */
export function matching<
  T extends { readonly label: string; readonly keywords?: readonly string[] },
>(items: readonly T[], query: string): T[] {
  return items
    .flatMap((item) => {
      const rank = matchRank(query, item.label, item.keywords);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

function startsAWord(text: string, wanted: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
}

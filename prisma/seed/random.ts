/** A source of numbers in [0, 1) that says the same for the same seed on every machine (mulberry32). */
export type Random = () => number;

export function randomFrom(...seed: readonly (string | number)[]): Random {
  let state = hashOf(seed.join('\n'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number in [from, to]. */
export function wholeBetween(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** `count` of the items, or all when there are fewer, in the order in which they stand. */
export function someOf<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  let wanted = Math.min(count, items.length);
  return items.filter((_, index) => {
    const isTaken = random() * (items.length - index) < wanted;
    if (isTaken) wanted -= 1;
    return isTaken;
  });
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/**
 * Compares the numbers that two versions start with, as numbers: `3.9` comes before `3.10`. What is left out counts
 * as 0. Negative when the first comes first.
 */
export function compareNumbers(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The numbers, parted by dots, that a version starts with: `[13, 0, 7095, 1]` of `13.0.7095.1 GDR`. */
export function leadingNumbers(version: string): number[] {
  const numbers: number[] = [];
  for (const part of version.split('.', 8)) {
    const number = Number.parseInt(part, 10);
    if (Number.isNaN(number)) break;
    numbers.push(number);
    if (String(number).length < part.trimEnd().length && !/^\d+$/.test(part)) break;
  }
  return numbers;
}

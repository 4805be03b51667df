import type { CycleOperator } from './policy';

/** A release cycle read as a semantic version; what is left out counts as 0. */
export interface CycleVersion {
  readonly numbers: readonly [number, number, number];
  /** `8-stream` comes before `8`. */
  readonly isPrerelease: boolean;
}

// Fifteen digits are exact as a number.
const NUMBERS = String.raw`(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?`;
const IDENTIFIERS = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const POLICY_CYCLE = new RegExp(`^${NUMBERS}$`);
const RELEASE_CYCLE = new RegExp(`^v?${NUMBERS}(-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?$`);

/** The version that a policy names: one to three numbers, nothing else. Null for any other text. */
export function parsePolicyCycle(text: string): CycleVersion | null {
  const match = POLICY_CYCLE.exec(text);
  return match && { numbers: numbersOf(match), isPrerelease: false };
}

/**
 * The version that a release cycle's name is, by the rules of the scanner's semver library: `20.04`, `v3`,
 * `8-stream`. Null for names that are none (`jammy`, `1.2.3.4`): no software policy applies to them.
 */
export function parseReleaseCycle(text: string): CycleVersion | null {
  const match = RELEASE_CYCLE.exec(text);
  return match && { numbers: numbersOf(match), isPrerelease: match[4] !== undefined };
}

/** Whether a release cycle lies where a policy's operator points. A policy's version is no prerelease. */
export function isWithin(
  cycle: CycleVersion,
  operator: CycleOperator,
  policy: CycleVersion,
): boolean {
  const difference = compare(cycle, policy);
  switch (operator) {
    case 'LT':
      return difference < 0;
    case 'LTE':
      return difference <= 0;
    case 'EQ':
      return difference === 0;
  }
}

function numbersOf(match: RegExpExecArray): [number, number, number] {
  return [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)];
}

function compare(left: CycleVersion, right: CycleVersion): number {
  const [major, minor, patch] = left.numbers;
  const numbers = right.numbers;
  return (
    major - numbers[0] ||
    minor - numbers[1] ||
    patch - numbers[2] ||
    Number(right.isPrerelease) - Number(left.isPrerelease)
  );
}

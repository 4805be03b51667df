/** Ranges of versions as CLE writes them (vers), of release cycles: `3.2` is everything from 3.2 to before 3.3. */

/** A version, or a range of them: exactly one of both. */
export type CleVersions = { readonly version: string } | { readonly range: string };

const NUMBERS = /^\d{1,9}(?:\.\d{1,9})*$/;
const RANGE = /^vers:[a-z0-9.+-]+\/>=([^|<>=!,\s]+)\|<([^|<>=!,\s]+)$/;

/**
 * Gives the versions of a release cycle by its name. What is no number, such as a codename, is a version by itself.
 * @param scheme by which versions are compared: the type of a package URL, or `generic`
 */
export function versionsOfCycle(cycle: string, scheme: string): CleVersions {
  const next = nextCycle(cycle);
  return next === null ? { version: cycle } : { range: `vers:${scheme}/>=${cycle}|<${next}` };
}

/** Gives the name of a release cycle by its versions; null for a range that is none. */
export function cycleOfVersions(versions: CleVersions): string | null {
  if ('version' in versions) return versions.version;
  const [, first = '', before = ''] = RANGE.exec(versions.range) ?? [];
  if (first === '') return null;
  const from = first.split('.');
  // `>=1.0.0|<2.0.0` is release cycle 1.
  for (let length = 1; length <= from.length; length += 1) {
    const cycle = from.slice(0, length).join('.');
    const rest = from.slice(length);
    const next = nextCycle(cycle);
    const isNext = next !== null && (before === next || before === [next, ...rest].join('.'));
    if (isNext && rest.every((part) => /^0+$/.test(part))) return cycle;
  }
  return null;
}

function nextCycle(cycle: string): string | null {
  if (!NUMBERS.test(cycle)) return null;
  const parts = cycle.split('.');
  const last = parts.pop() ?? '0';
  // `22.04` is followed by `22.05`.
  return [...parts, String(Number(last) + 1).padStart(last.length, '0')].join('.');
}

import { z } from 'zod';
import { readAs } from './answer';
import type { RegistryComponent } from './component';
import { statement, type Statement } from './evidence';
import { readGoMod } from './go-mod';
import { compareReleaseVersions, parseReleaseVersion } from './release-version';

const latest = z.object({ Version: z.string() });

/** A module path or version as a proxy's address spells it: `!a` for `A`, since file systems may not tell them apart. */
export function escapeForProxy(text: string): string {
  return text.replace(/[A-Z]/g, (capital) => `!${capital.toLowerCase()}`);
}

/** The module's folder below the proxy. */
export function modulePath({ name }: RegistryComponent): readonly string[] {
  return escapeForProxy(name).split('/');
}

const isIncompatible = (version: string) => version.endsWith('+incompatible');

/**
 * The version whose `go.mod` speaks for the module: the highest release of `/@v/list`, else the highest
 * pre-release; null when the list has none. Versions from before modules count only where there are no others.
 * Source: Go modules reference, "Version queries", `latest`.
 */
export function newestListed(list: string): string | null {
  const versions = list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^v[\w.+-]+$/.test(line))
    .flatMap((text) => {
      const parsed = parseReleaseVersion(text);
      return parsed === null ? [] : [{ text, parsed }];
    });
  const rank = ({ text, parsed }: (typeof versions)[number]) =>
    (parsed.prerelease.length === 0 ? 1 : 0) + (isIncompatible(text) ? 0 : 2);
  const [first] = versions.toSorted(
    (left, right) => rank(right) - rank(left) || compareReleaseVersions(right.parsed, left.parsed),
  );
  return first?.text ?? null;
}

/** The version that `/@latest` names, which a proxy answers for a module without tags. @throws UnreadableAnswer */
export function readLatest(document: unknown): string | null {
  const { Version } = readAs(latest, document);
  return parseReleaseVersion(Version) === null ? null : Version;
}

/**
 * What the newest `go.mod` of a module says of one of its versions: retracted, or the whole module deprecated.
 * Source: Go modules reference, "retract directive" and "Deprecation".
 */
export function judgeGo(newestGoMod: string, { version }: RegistryComponent): Statement | null {
  const { deprecated, retracted } = readGoMod(newestGoMod);
  const wanted = parseReleaseVersion(version);
  const hit = retracted.find(({ low, high }) => {
    const [from, to] = [parseReleaseVersion(low), parseReleaseVersion(high)];
    if (!wanted || !from || !to) return false;
    return compareReleaseVersions(from, wanted) <= 0 && compareReleaseVersions(wanted, to) <= 0;
  });
  if (hit) return statement('REGISTRY_DEPRECATED', 'Retracted by its author', hit.rationale);
  if (deprecated === null) return null;
  return statement('REGISTRY_DEPRECATED', 'The module is deprecated', deprecated);
}

import type { ImageComponent, ImageFinding } from '../image-types';

type Package = Pick<ImageComponent, 'name' | 'version' | 'type' | 'purl'>;

/** The software cycles that an image's packages were matched to, by {@link packageKey}. */
export type Matches = ReadonlyMap<string, readonly ImageFinding[]>;

/** What tells one package of an image from another. */
export function packageKey({ name, version, type, purl }: Package): string {
  return JSON.stringify([type, name, version, purl]);
}

/** Which software each matched package belongs to. */
export function matchesByPackage(findings: readonly ImageFinding[]): Matches {
  const matches = new Map<string, ImageFinding[]>();
  for (const finding of findings) {
    for (const found of finding.packages) {
      const key = packageKey(found);
      const known = matches.get(key) ?? [];
      if (!known.includes(finding)) matches.set(key, [...known, finding]);
    }
  }
  return matches;
}

import { z } from 'zod';
import { readAs } from '../evidence';
import { dayOfText, factsOfReleases, type PackageFacts, type Release } from '../package-facts';
import { normalizeNugetVersion } from '../release-version';

const leaf = z.object({
  catalogEntry: z.object({
    version: z.string(),
    listed: z.boolean().nullish(),
    published: z.string().nullish(),
    deprecation: z
      .object({
        reasons: z.array(z.string()).nullish(),
        message: z.string().nullish(),
        alternatePackage: z.object({ id: z.string() }).nullish(),
      })
      .nullish(),
  }),
});
const page = z.object({ items: z.array(leaf) });
const index = z.object({
  items: z.array(z.object({ '@id': z.string(), items: z.array(leaf).nullish() })),
});
type Leaf = z.output<typeof leaf>;

/** A registration: the entries in hand, and the addresses of pages that hold the others, newest last. */
export interface NugetRegistration {
  readonly leaves: readonly Leaf[];
  readonly pages: readonly string[];
}

/** Reads a package's registration index. Source: NuGet server API, "Package metadata". @throws UnreadableAnswer */
export function readNugetIndex(document: unknown): NugetRegistration {
  const { items } = readAs(index, document);
  return {
    leaves: items.flatMap(({ items: leaves }) => leaves ?? []),
    pages: items.flatMap((one) => (one.items ? [] : [one['@id']])),
  };
}

/** Reads a page of one. @throws UnreadableAnswer */
export function readNugetPage(document: unknown): readonly Leaf[] {
  return readAs(page, document).items;
}

/** Makes the facts of a package of its entries. */
export function nugetFacts(leaves: readonly Leaf[], name: string): PackageFacts {
  return factsOfReleases('nuget', name, leaves.flatMap(releaseOf));
}

function releaseOf({ catalogEntry: entry }: Leaf): Release[] {
  const version = normalizeNugetVersion(entry.version);
  if (version === null) return [];
  const { deprecation, listed, published } = entry;
  const day = dayOfText(published);
  // What is not listed has 1900 for its day.
  const on = day !== null && day < '1990' ? null : day;
  if (!deprecation) {
    const unlisted = { kind: 'yanked', known: 'Unlisted by its publisher' } as const;
    return [{ version, on, said: listed === false ? unlisted : null }];
  }
  const reasons = deprecation.reasons?.length ? ` (${deprecation.reasons.join(', ')})` : '';
  const said = {
    ...{ kind: 'deprecated' as const, known: `Deprecated by its publisher${reasons}` },
    ...{ words: deprecation.message, successor: deprecation.alternatePackage?.id ?? null },
  };
  return [{ version, on, said }];
}

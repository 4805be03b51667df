import { z } from 'zod';
import { publicUrl, readAs, statement, type Statement } from './evidence';
import type { RegistryComponent } from './component';
import {
  compareReleaseVersions,
  normalizeNugetVersion,
  parseReleaseVersion,
} from './release-version';

const serviceIndex = z.object({
  resources: z.array(
    z.object({ '@id': z.string(), '@type': z.union([z.string(), z.array(z.string())]) }),
  ),
});
const leaf = z.object({
  catalogEntry: z.object({
    version: z.string(),
    listed: z.boolean().nullish(),
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
const registration = z.object({
  items: z.array(
    z.object({
      '@id': z.string(),
      lower: z.string(),
      upper: z.string(),
      items: z.array(leaf).nullish(),
    }),
  ),
});
type Leaf = z.output<typeof leaf>;

/** The hives that know versions with a pre-release of dots and a build come first. */
const REGISTRATIONS = ['3.6.0', 'Versioned', '3.4.0', '3.0.0-rc', '3.0.0-beta', ''].map(
  (suffix) => `RegistrationsBaseUrl${suffix === '' ? '' : `/${suffix}`}`,
);

export interface NugetService {
  /** Where the registration of each package lies: `<address>/<id>/index.json`. */
  readonly registrationsUrl: string;
  /** The address of a version's page for people, with `{id}` and `{version}`. */
  readonly pageTemplate: string | null;
}

/**
 * Reads the offers of a service index (`GET <configured address>`). Source: NuGet server API, "Service index".
 * @throws UnreadableAnswer
 */
export function readNugetService(document: unknown): NugetService | null {
  const { resources } = readAs(serviceIndex, document);
  const addressOf = (type: string) =>
    resources.find((resource) => [resource['@type']].flat().includes(type))?.['@id'];
  const registrationsUrl = REGISTRATIONS.map(addressOf).find((address) => address !== undefined);
  if (registrationsUrl === undefined) return null;
  const pageTemplate = addressOf('PackageDetailsUriTemplate/5.1.0') ?? null;
  return { registrationsUrl, pageTemplate };
}

/** Where a version's entry is: in hand, in a page that must be fetched, or nowhere. */
export type NugetEntry =
  | { readonly kind: 'found'; readonly leaf: Leaf }
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'missing' };

function leafOf(leaves: readonly Leaf[], version: string): NugetEntry {
  const found = leaves.find(
    ({ catalogEntry }) => normalizeNugetVersion(catalogEntry.version) === version,
  );
  return found === undefined ? { kind: 'missing' } : { kind: 'found', leaf: found };
}

function isBetween(version: string, lower: string, upper: string): boolean {
  const [low, wanted, high] = [lower, version, upper].map((text) =>
    parseReleaseVersion(text.toLowerCase()),
  );
  if (!low || !wanted || !high) return false;
  return compareReleaseVersions(low, wanted) <= 0 && compareReleaseVersions(wanted, high) <= 0;
}

/**
 * Finds a version in a package's registration index. Source: NuGet server API, "Package metadata".
 * @throws UnreadableAnswer
 */
export function findInRegistration(document: unknown, { version }: RegistryComponent): NugetEntry {
  const { items } = readAs(registration, document);
  const holder = items.find(({ lower, upper }) => isBetween(version, lower, upper));
  if (holder === undefined) return { kind: 'missing' };
  return holder.items ? leafOf(holder.items, version) : { kind: 'page', url: holder['@id'] };
}

/** Finds a version in a page of a registration. @throws UnreadableAnswer */
export function findInPage(document: unknown, { version }: RegistryComponent): NugetEntry {
  return leafOf(readAs(page, document).items, version);
}

/** Reads a version's entry: a deprecation, or that its publisher took it off the list. */
export function judgeNuget(
  { catalogEntry: { deprecation, listed } }: Leaf,
  { name, version }: RegistryComponent,
  { pageTemplate }: NugetService,
): Statement | null {
  const page = pageTemplate
    ?.replaceAll('{id}', encodeURIComponent(name))
    .replaceAll('{version}', encodeURIComponent(version));
  const more = { url: publicUrl(page) };
  if (!deprecation)
    return listed === false
      ? statement('REGISTRY_DEPRECATED', 'Unlisted by its publisher', null, more)
      : null;
  const reasons = deprecation.reasons?.length ? ` (${deprecation.reasons.join(', ')})` : '';
  const alternate = deprecation.alternatePackage
    ? `Use ${deprecation.alternatePackage.id} instead.`
    : '';
  const words = `${deprecation.message ?? ''} ${alternate}`;
  return statement('REGISTRY_DEPRECATED', `Deprecated by its publisher${reasons}`, words, more);
}

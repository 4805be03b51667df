import { parseCpe } from '@/domain/identifiers/cpe';
import { parsePurl, type Purl } from '@/domain/identifiers/purl';
import { imageSource } from '@/domain/scan/upload';
import type { InventorySubject } from '../document';
import { nameOfPurl } from './components';
import { known } from './words';

export interface ImageFacts {
  readonly name: string;
  /** A digest, or a tag where the format has one for the other. */
  readonly version?: string | null | undefined;
  readonly labels?: Readonly<Record<string, string | null | undefined>> | null | undefined;
  readonly tags?: readonly string[];
  readonly repoDigests?: readonly string[];
}

/** An image as uploads of scanners name it. Its tag is null where only a digest, or nothing, tells it from others. */
export function imageSubject(facts: ImageFacts): InventorySubject {
  const { name, version, tags = [], repoDigests = [] } = facts;
  const labels = Object.entries(facts.labels ?? {}).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [[key, value] as const],
  );
  const source = imageSource(
    { ImageName: name, ImageDigest: version, ImageLabels: Object.fromEntries(labels) },
    false,
    { distro: null, tags, repoDigests, path: null },
  );
  const isAssumed =
    source.tag === source.digest ||
    (source.tag === 'latest' && ![name, ...tags].some((text) => /:latest(?:@|$)/.test(text)));
  const isGiven = version === 'latest';
  return {
    kind: 'image',
    name: source.name,
    tag: isAssumed && !isGiven ? null : source.tag,
    digest: source.digest ?? digestOfRepoDigests(repoDigests),
    labels: source.labels,
    repoDigests: source.repoDigests,
  };
}

function digestOfRepoDigests(repoDigests: readonly string[]): string | null {
  const digest = repoDigests[0]?.split('@')[1];
  return digest !== undefined && digest !== '' ? digest : null;
}

export function subjectOf(
  kind: Exclude<InventorySubject['kind'], 'image'>,
  name: string,
  tag: string | null = null,
  digest: string | null = null,
): InventorySubject {
  return { kind, name, tag, digest, labels: null, repoDigests: [] };
}

/**
 * Reads the subject out of a package URL: `pkg:oci` and `pkg:docker` an image, `pkg:github` and its like a repository,
 * any other an application, by the name that its ecosystem knows. Null for one that cannot be read.
 */
export function subjectOfPurl(
  text: string | null | undefined,
  name: string | null,
  version: string | null,
): InventorySubject | null {
  const reading = text ? parsePurl(text) : null;
  if (!reading?.ok) return null;
  const { purl } = reading;
  switch (purl.type) {
    case 'oci':
    case 'docker': {
      const repository = repositoryOf(purl);
      const tag = purl.qualifiers.get('tag');
      const image = known(name) ?? (tag === undefined ? repository : `${repository}:${tag}`);
      return imageSubject({ name: image, version: purl.version ?? version });
    }
    case 'github':
    case 'gitlab':
    case 'bitbucket':
      return subjectOf(
        'repository',
        purl.namespace === null ? purl.name : `${purl.namespace}/${purl.name}`,
        known(version) ?? purl.version,
      );
    default:
      return subjectOf('application', nameOfPurl(purl), known(version) ?? purl.version);
  }
}

/** In `oci` the address is the image's own, in `docker` that of the registry that has it (purl types "oci" and "docker"). */
function repositoryOf({ type, namespace, name, qualifiers }: Purl): string {
  const path = namespace === null ? name : `${namespace}/${name}`;
  const address = qualifiers.get('repository_url')?.replace(/\/$/, '');
  if (address === undefined) return path;
  const isWhole = type === 'oci' || address === path || address.endsWith(`/${path}`);
  return isWhole ? address : `${address}/${path}`;
}

/** Whether a name is a path of a file system. */
export function isPath(name: string): boolean {
  return /^(?:\.{0,2}\/|\.{1,2}$|~|[a-z]:[\\/])/i.test(name);
}

/**
 * Whether a package URL names a package, not an image or a repository.
 * @param beside the version that stands beside it
 */
export function isOfPackage(
  text: string | null | undefined,
  beside: string | null | undefined,
): boolean {
  const reading = text ? parsePurl(text) : null;
  if (!reading?.ok || (reading.purl.version === null && known(beside) === null)) return false;
  return !['oci', 'docker', 'github', 'gitlab', 'bitbucket'].includes(reading.purl.type);
}

/** Whether CPE names are those of a product in a version. */
export function isOfProduct(cpes: readonly string[], beside: string | null | undefined): boolean {
  return cpes.some((text) => {
    const reading = parseCpe(text);
    return reading.ok && known(reading.cpe.version ?? beside) !== null;
  });
}

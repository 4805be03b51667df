import { parseImageReference, readImageReference } from '@/domain/identifiers/image-reference';
import { knownText } from './known-text';
import type { ScanContext } from './scan-context';

/** What was scanned. */
export type ScanSource = ImageSource | DirectorySource;

export interface ImageSource {
  readonly kind: 'image';
  /** Registry and repository as typed. */
  readonly name: string;
  readonly tag: string;
  /** The name in full, registry included. */
  readonly canonicalName: string;
  readonly digest: string | null;
  readonly labels: Readonly<Record<string, string>> | null;
  /** The scanner has checked the image's signature. */
  readonly verified: boolean;
  readonly repoDigests: readonly string[];
}

export interface DirectorySource {
  readonly kind: 'directory';
  /** The scanned path. */
  readonly name: string;
  readonly tag: 'latest';
  readonly canonicalName: string;
}

/** What an upload says of a scanned image; the keys that both versions of the payload share. */
export interface ImageData {
  readonly ImageName: string;
  readonly ImageDigest?: string | null | undefined;
  readonly ImageLabels?: Readonly<Record<string, string>> | null | undefined;
}

/** `./shop.tar`, `/srv/shop`, `docker-archive:shop.tar`: a path, also where it could pass for a repository. */
const ARCHIVE_PATH = /^[./~]|\.(?:tar|tar\.gz|tgz|sif)$/i;

/** `sha256:…`: an algorithm and what it came to (OCI image specification, "Digests"), or the start of it. */
const DIGEST = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[0-9a-f]+$/i;
const TAG = /^\w[\w.-]{0,127}$/;
/** An SPDX document of an image by digest has the digest where a tag would be. */
const DIGEST_AS_TAG = /^(.+):((?:sha256|sha384|sha512):[0-9a-f]+)$/;

/**
 * What an upload that names an image is about. Releases before 0.9 leave the name empty where they scanned a
 * directory, and say in the context which.
 */
export function namedSource(data: ImageData, verified: boolean, context: ScanContext): ScanSource {
  const isDirectory = data.ImageName === '' && context.tags.length === 0;
  return isDirectory && context.path !== null
    ? directorySource(context.path)
    : imageSource(data, verified, context);
}

/** An image; one of a CycloneDX document comes with its tag where the digest would be. */
export function imageSource(data: ImageData, verified: boolean, context: ScanContext): ImageSource {
  const reference = parseImageReference(
    imageName(data.ImageName.toWellFormed(), context).replace(DIGEST_AS_TAG, '$1@$2'),
  );
  const given = knownText(data.ImageDigest);
  const digest = given !== null && DIGEST.test(given) ? given : reference.digest;
  const givenTag = given !== null && digest !== given && TAG.test(given) ? given : null;
  return {
    kind: 'image',
    name: reference.name,
    tag: reference.explicitTag ?? givenTag ?? reference.tag,
    canonicalName: reference.canonicalName,
    digest,
    labels: wellFormedLabels(data.ImageLabels ?? {}),
    verified,
    repoDigests: context.repoDigests,
  };
}

export function directorySource(target: string): DirectorySource {
  const name = target.toWellFormed();
  return { kind: 'directory', name, tag: 'latest', canonicalName: name };
}

/** An archive is named by its path; the name of the image in it is the first of its own tags. */
function imageName(name: string, context: ScanContext): string {
  const [ownName] = context.tags;
  if (ownName === undefined) return name;
  return ARCHIVE_PATH.test(name) || readImageReference(name) === null ? ownName : name;
}

function wellFormedLabels(labels: Readonly<Record<string, string>>): Record<string, string> | null {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return Object.fromEntries(
    entries.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]),
  );
}

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

export function imageSource(data: ImageData, verified: boolean, context: ScanContext): ImageSource {
  const reference = parseImageReference(imageName(data.ImageName.toWellFormed(), context));
  return {
    kind: 'image',
    name: reference.name,
    tag: reference.tag,
    canonicalName: reference.canonicalName,
    digest: knownText(data.ImageDigest) ?? reference.digest,
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

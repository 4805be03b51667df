import { z } from 'zod';
import { holdsNoNul, NUL_MESSAGE } from '@/domain/validation/fields';

/** Fields of the scanned distribution's os-release; `""` when unknown. */
export interface Distro {
  readonly id: string;
  readonly versionId: string;
  readonly prettyName: string;
  readonly cpeName: string;
}

/** The part of the scanner's `Context` that is read. */
export interface ScanContext {
  readonly distro: Distro | null;
  /** The names that an image archive gives itself. */
  readonly tags: readonly string[];
  /** `repository@digest`, as the registry knows the image. */
  readonly repoDigests: readonly string[];
  /** The directory or file that was scanned, where the context says that it was one; null where it does not. */
  readonly path: string | null;
}

const MAX_TEXT_LENGTH = 1_024;
/** How releases before 0.9 call what is no image. */
const PATH_SCHEMES = new Set(['DirectoryScheme', 'FileScheme']);

/**
 * The context is no part of the contract: what does not have the shape that scanners give it is unknown,
 * not a fault. Only a NUL is one, as in every string that is read.
 */
export const scanContext = z
  .unknown()
  .optional()
  .transform(readContext)
  .refine(
    ({ distro, tags, repoDigests, path }) =>
      [...Object.values(distro ?? {}), ...tags, ...repoDigests, path ?? ''].every(holdsNoNul),
    {
      error: NUL_MESSAGE,
    },
  )
  .meta({
    type: ['object', 'null'],
    description: 'Distribution, tags, repository digests and the path of a directory are read',
  });

function readContext(context: unknown): ScanContext {
  const source = member(context, 'Source');
  // Releases before 0.9 say `ImageMetadata`.
  const metadata = member(source, 'Metadata') ?? member(source, 'ImageMetadata');
  return {
    distro: readDistro(member(context, 'Distro')),
    tags: texts(member(metadata, 'tags')),
    repoDigests: texts(member(metadata, 'repoDigests')),
    path: PATH_SCHEMES.has(text(member(source, 'Scheme')))
      ? text(member(source, 'Path')) || null
      : null,
  };
}

/** Current scanners capitalize the keys as Go does, older ones as JSON does. */
function readDistro(distro: unknown): Distro | null {
  const read = {
    id: text(member(distro, 'ID')) || text(member(distro, 'id')),
    versionId: text(member(distro, 'VersionID')) || text(member(distro, 'versionID')),
    prettyName: text(member(distro, 'PrettyName')) || text(member(distro, 'prettyName')),
    cpeName: text(member(distro, 'CPEName')) || text(member(distro, 'cpeName')),
  };
  return Object.values(read).every((value) => value === '') ? null : read;
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

function text(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH ? value.toWellFormed() : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((item) => item !== '') : [];
}

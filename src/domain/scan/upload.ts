import type { z } from 'zod';
import type { Day } from '@/domain/eol/calendar';
import { parseImageReference, readImageReference } from '@/domain/identifiers/image-reference';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { madeOnce } from '@/domain/validation/remembered';
import type { CarriedLifecycle } from './carried';
import { type Component, GatheredPackages, toComponent } from './component';
import type { Distro, ScanContext } from './context';
import { knownText, type match, type ScanEventPayload, type ScanEventPayloadV2 } from './payload';

/** An accepted upload in the service's own terms: well-formed strings, null for what is not known. */
export interface ScanUpload {
  /** To the letter, since scanners compare policies with it; `unassigned` when none is given. */
  readonly projectName: string;
  readonly commitHash: string | null;
  /** Path of the scanned Dockerfile. */
  readonly imagePath: string | null;
  readonly source: ScanSource;
  readonly distro: Distro | null;
  /** Absent where no document says anything of the distribution's support. */
  readonly distroLifecycle?: CarriedLifecycle | null;
  /** One per entry of the payload, in its order; equal packages share one component. */
  readonly matches: readonly ScanMatch[];
  readonly matchCount: number;
  /** Absent while its SBOM was not read, or where it has none. */
  readonly sbomFormat?: SbomFormat;
  /** The packages, and those that only a match names, once each. */
  readonly components: readonly Component[];
}

/** Kinds of SBOMs as they are stored, whatever their syntax. */
export type SbomFormat = 'cyclonedx' | 'spdx' | 'syft' | 'docker-scout' | 'trivy' | 'github';

export interface ScanMatch {
  readonly cycle: CycleFacts;
  readonly component: Component;
}

/** Translates a payload that its schema has accepted. */
export function toScanUpload(
  ...[payload, version]: [ScanEventPayload, 'v1'] | [ScanEventPayloadV2, 'v2']
): ScanUpload {
  const { AppConfig, Context } = payload;
  const gathered = new GatheredPackages();
  const add = (data: Parameters<typeof toComponent>[0]): string =>
    gathered.add(toComponent(data, Context.distro));
  for (const data of payload.Packages ?? []) add(data);
  const matched = payload.Matches.map(({ Cycle, Package }) => ({
    cycle: toCycleFacts(Cycle),
    key: add(Package),
  }));
  // Packages are whole only now: a later entry may have added to an earlier one.
  const components = gathered.whole();
  const matches = matched.flatMap(({ cycle, key }) => {
    const component = components.get(key);
    return component ? [{ cycle, component }] : [];
  });
  return {
    projectName: knownText(AppConfig['project-name']) ?? UNASSIGNED_PROJECT,
    commitHash: knownText(AppConfig['commit-hash']),
    imagePath: knownText(AppConfig['image-path']),
    source:
      version === 'v1'
        ? namedSource(payload, isVerified(payload), Context)
        : eventSourceOf(payload),
    distro: Context.distro,
    matches,
    matchCount: matches.length,
    components: [...components.values()],
  };
}

function eventSourceOf(payload: ScanEventPayloadV2): ScanSource {
  const { EventSource } = payload;
  return 'Target' in EventSource
    ? directorySource(EventSource.Target)
    : namedSource(EventSource, isVerified(payload), payload.Context);
}

function isVerified(payload: ScanEventPayload | ScanEventPayloadV2): boolean {
  return payload.ImageVerified ?? false;
}

/** A release cycle by a scanner's word. */
export interface CycleFacts {
  readonly product: string;
  readonly permalink: string | null;
  readonly cycle: string;
  readonly eolOn: Day | null;
  /** Whether the scanner can count days from the end that it sends. */
  readonly eolIsPlain: boolean;
  /** `EolBool`: it has ended, also when nobody knows since when. */
  readonly ended: boolean;
  readonly lts: boolean | null;
  readonly latestRelease: string | null;
  readonly latestReleaseOn: Day | null;
  readonly releasedOn: Day | null;
}

/** Reads a cycle of a payload that its schema has accepted. */
export const toCycleFacts = madeOnce((data: z.output<typeof match>['Cycle']): CycleFacts => {
  return {
    product: data.ProductName.toWellFormed(),
    permalink: knownText(data.ProductPermalink),
    cycle: data.ReleaseCycle.toWellFormed(),
    eolOn: data.Eol.on,
    eolIsPlain: data.Eol.isPlain,
    ended: data.EolBool ?? false,
    lts: data.LTS,
    latestRelease: knownText(data.LatestRelease),
    latestReleaseOn: data.LatestReleaseDate,
    releasedOn: data.ReleaseDate,
  };
});

/** The source of a scan. */
export type ScanSource = ImageSource | DirectorySource | ApplicationSource;

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

/** An application or a repository, which an SBOM describes by a name and a version. */
export interface ApplicationSource {
  readonly kind: 'application';
  readonly name: string;
  /** Its version, or the branch or tag of a repository. */
  readonly tag: string;
  readonly canonicalName: string;
  readonly digest: string | null;
  readonly labels: Readonly<Record<string, string>> | null;
}

/** A scanned image as uploads describe it; the keys that both versions of the payload share. */
export interface ImageData {
  readonly ImageName: string;
  readonly ImageDigest?: string | null | undefined;
  readonly ImageLabels?: Readonly<Record<string, string>> | null | undefined;
}

/** `./shop.tar`, `/srv/shop`, `docker-archive:shop.tar`: a path, also where it could pass for a repository. */
const ARCHIVE_PATH = /^[./~]|\.(?:tar|tar\.gz|tgz|sif)$/i;

/** `sha256:…`: an algorithm and what it came to (OCI image specification, "Digests"), or the start of it. */
export const DIGEST = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[0-9a-f]+$/i;
export const TAG = /^\w[\w.-]{0,127}$/;
/** An SPDX document of an image by digest has the digest where a tag would be. */
const DIGEST_AS_TAG = /^(.+):((?:sha256|sha384|sha512):[0-9a-f]+)$/;

/**
 * Reads the source of an upload that names an image. Releases before 0.9 leave the name empty where they scanned a
 * directory, and say in the context which.
 */
function namedSource(data: ImageData, verified: boolean, context: ScanContext): ScanSource {
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

/**
 * Characters of all labels of an image, names and values. Lists have them with each image, and with each finding of one: what
 * exceeds it is not read.
 */
const MAX_LABELS_LENGTH = 32_768;

/** Gives labels as they can be stored, the first that there is room for; null for none. */
export function wellFormedLabels(
  labels: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const kept: [string, string][] = [];
  let length = 0;
  for (const [key, value] of Object.entries(labels)) {
    // A long one keeps none behind it from being read: builders write theirs before those that say whose an image is.
    const withIt = length + key.length + value.length;
    if (withIt > MAX_LABELS_LENGTH) continue;
    length = withIt;
    kept.push([key.toWellFormed(), value.toWellFormed()]);
  }
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

import { dayOf, type Day } from '@/domain/eol/calendar';
import type { KeyName } from '../organization/keys';
import type { SeedImage, SeedProject, SeedTag } from '../scenario/scenario';
import { compositionsOf, revisionOn, type Composition } from './composition';
import { hexOf, matchesOn, type EventSource, type ScanPayload } from './payload';
import { cycloneDx } from './sbom';
import { scheduleOf } from './schedule';

/** One scan that a pipeline uploaded. */
export interface SeedUpload {
  readonly at: Date;
  /** Identifies the image tag: uploads that share it must be accepted one after the other. */
  readonly reference: string;
  /** The name of the key that it was uploaded with. */
  readonly key: KeyName;
  readonly payload: ScanPayload;
  /** The decoded SBOM. */
  readonly sbom: Buffer | null;
}

/** Rebuilding a moving tag gives it a new digest this often. */
const REBUILD_DAYS = 28;

/**
 * Every upload of the scenario, oldest first: a pure function of the scenario and today. Release and end
 * dates are the real ones, so what has ended when follows from today as in life.
 */
export function generateUploads(projects: readonly SeedProject[], today: Day): SeedUpload[] {
  return projects
    .flatMap((project) => project.images.flatMap((image) => uploadsOf(project, image, today)))
    .sort((left, right) => left.at.getTime() - right.at.getTime() || compare(left, right));
}

const compare = (left: SeedUpload, right: SeedUpload) =>
  left.reference < right.reference ? -1 : 1;

interface Revision extends Composition {
  readonly sbom: Buffer;
}

function uploadsOf(project: SeedProject, image: SeedImage, today: Day): SeedUpload[] {
  const revisions = compositionsOf(image).map((composition) => ({
    ...composition,
    sbom: cycloneDx(image.name, composition.packages),
  }));
  return image.tags.flatMap((tag) =>
    scheduleOf(tag, image.name, today).flatMap(({ daysAgo, at }) => {
      const heldDaysAgo = tag.asOf ?? daysAgo + (tag.lagDays ?? 0);
      const revision = revisions[revisionOn(image, heldDaysAgo)];
      if (!revision) return [];
      return [
        {
          at,
          reference: `${project.name} ${image.name} ${tag.tag}`,
          key: project.key,
          payload: payloadOf({ project, image, tag, revision, daysAgo, day: dayOf(at) }),
          sbom: tag.sbom ? revision.sbom : null,
        },
      ];
    }),
  );
}

interface Scan {
  readonly project: SeedProject;
  readonly image: SeedImage;
  readonly tag: SeedTag;
  readonly revision: Revision;
  readonly daysAgo: number;
  readonly day: Day;
}

function payloadOf(scan: Scan): ScanPayload {
  const { project, image, tag, revision, day } = scan;
  const digest = digestOf(scan);
  const isDirectory = image.kind === 'directory';
  return {
    Matches: matchesOn(revision, day),
    Packages: revision.packages,
    Context: {
      Source: {
        Metadata: { tags: [], repoDigests: isDirectory ? [] : [`${image.name}@${digest}`] },
      },
      Distro: revision.distro,
    },
    AppConfig: {
      'project-name': project.name,
      'commit-hash': commitOf(scan),
      'image-path': image.dockerfile ?? '',
      lookahead: '3y',
    },
    ImageVerified: tag.verified ?? false,
    EventSource: isDirectory
      ? { Type: 'DirectoryScheme', Target: image.name }
      : imageSource(scan, digest),
  };
}

function imageSource({ project, image, tag }: Scan, digest: string): EventSource {
  const isByDigest = tag.tag.startsWith('sha256:');
  const labels = { ...project.labels, ...image.labels };
  return {
    Type: 'ImageScheme',
    ImageName: `${image.name}${isByDigest ? '@' : ':'}${tag.tag}`,
    ImageDigest: digest,
    ImageLabels: Object.keys(labels).length === 0 ? null : labels,
  };
}

function digestOf({ image, tag, revision, daysAgo }: Scan): string {
  if (tag.tag.startsWith('sha256:')) return tag.tag;
  const build = tag.asOf === undefined ? Math.floor(daysAgo / REBUILD_DAYS) : 'release';
  return `sha256:${hexOf(64, 'digest', image.name, tag.tag, revision.revision, build)}`;
}

/** Images of others are not built here, so no commit goes with them. */
function commitOf({ project, image, tag, revision, daysAgo }: Scan): string {
  if (image.dockerfile === undefined && image.kind === undefined) return '';
  const build = tag.asOf === undefined ? daysAgo : 'release';
  return hexOf(40, 'commit', project.name, tag.tag, revision.revision, build);
}

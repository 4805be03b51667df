import { z } from 'zod';
import {
  COUNTED_DEGREES,
  type EvidenceCounts,
  knownShare,
  totalOf,
} from '@/domain/evidence/counts';
import { patternFor } from '@/domain/own-software/pattern';
import { PACKAGE_ECOSYSTEMS } from '@/domain/registry/component';
import { FAILURE_KINDS } from '@/domain/registry/words';
import type { gatheringOf } from '@/server/registry/service/progress';
import { day, instant } from '@/server/platform/trpc/outputs';
import type { OwnSoftwareRow } from './repository/own-software';
import type { UnknownPackageRow } from './repository/measure';

const counted = z
  .object({
    components: z.number().int().describe('All of them, each once for every image that holds it'),
    known: z
      .number()
      .nullable()
      .describe(
        'The share of which something is known, from 0 to 1, without the organization’s own; null: there are none',
      ),
    degrees: z
      .array(z.object({ degree: z.enum(COUNTED_DEGREES), count: z.number().int() }))
      .describe(
        'Best first, without those of which there are none. `ours` is software of the organization itself, which is counted apart and never as supported',
      ),
  })
  .meta({
    id: 'EvidenceCounts',
    example: {
      ...{ components: 320, known: 0.9 },
      degrees: [
        { degree: 'catalog', count: 270 },
        { degree: 'unknown', count: 30 },
        { degree: 'ours', count: 20 },
      ],
    },
  });

const share = z.object({
  id: z.guid().nullable().describe('Of a team or an image'),
  name: z.string(),
  counts: counted,
});

const registriesAsked = z.object({
  looked_at: instant,
  packages: z.number().int().describe('Packages that a configured registry can be asked about'),
  known: z.number().int().describe('Those of them that it has answered about'),
  registries: z.array(
    z.object({
      ecosystem: z.enum(PACKAGE_ECOSYSTEMS),
      packages: z.number().int(),
      known: z.number().int(),
      left: z.number().int().describe('Packages that it has yet to answer about'),
      requests_per_hour: z.number().int(),
      paused_until: instant
        .nullable()
        .describe('It is left alone until then, as it failed again and again'),
      last_failure: z
        .object({ at: instant, reason: z.enum(FAILURE_KINDS) })
        .nullable()
        .describe('Since the server began'),
    }),
  ),
});

export const coverageRecord = z
  .object({
    measured_at: instant.nullable().describe('Null: it is not counted yet'),
    images: z.number().int(),
    all: counted,
    ecosystems: z.array(share).describe('By least known, at most 100'),
    teams: z.array(share).describe('By least known; a null id is what no team owns'),
    images_least_known: z.array(share).describe('At most 50'),
    days: z
      .array(z.object({ day, counts: counted }))
      .describe('Of the last year, as last counted on each day'),
    registries: registriesAsked
      .nullable()
      .describe(
        'How far registries have been asked about what is held, as of the last look; null: none is configured, or nobody has looked yet',
      ),
  })
  .meta({
    id: 'Coverage',
    example: {
      ...{ measured_at: '2026-11-27T06:00:00.000Z', images: 3 },
      all: {
        ...{ components: 320, known: 0.9 },
        degrees: [
          { degree: 'catalog', count: 288 },
          { degree: 'unknown', count: 32 },
        ],
      },
      ...{ ecosystems: [], teams: [], images_least_known: [], days: [], registries: null },
    },
  });

export const unknownPackageRecord = z
  .object({
    name: z.string(),
    type: z.string(),
    purl: z.string().nullable().describe('Without version'),
    cpe: z.string().nullable().describe('The CPE name of one of its versions'),
    version: z.string().describe('One of its versions'),
    versions: z.number().int().describe('How many there are, counted to 20 and a few more'),
    images: z.number().int().describe('Images that held it when it was counted'),
    own_pattern: z.string().describe('A pattern that would name it as your own software'),
  })
  .meta({
    id: 'UnknownPackage',
    example: {
      ...{ name: 'left-pad', type: 'npm', purl: 'pkg:npm/left-pad', cpe: null, version: '1.3.0' },
      ...{ versions: 1, images: 41, own_pattern: 'pkg:npm/left-pad' },
    },
  });

export const ownSoftwareRecord = z
  .object({
    id: z.guid(),
    pattern: z.string(),
    reason: z.string(),
    set_by: z.string(),
    set_at: instant,
  })
  .meta({
    id: 'OwnSoftware',
    example: {
      ...{ id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f', pattern: 'pkg:npm/@acme/*' },
      ...{ reason: 'Our own packages', set_by: 'Ada Lovelace' },
      set_at: '2026-03-01T08:00:00.000Z',
    },
  });

/** Makes what is told of counts. */
export function toCounted(counts: EvidenceCounts): z.output<typeof counted> {
  return {
    components: totalOf(counts),
    known: knownShare(counts),
    degrees: COUNTED_DEGREES.flatMap((degree) => {
      const count = counts[degree] ?? 0;
      return count === 0 ? [] : [{ degree, count }];
    }),
  };
}

/** Makes what is told of asking registries. */
export function toRegistriesAsked(
  gathered: Awaited<ReturnType<typeof gatheringOf>>,
): z.output<typeof registriesAsked> | null {
  if (!gathered) return null;
  const { packages, known, lookedAt, registries } = gathered;
  return {
    ...{ looked_at: lookedAt.toISOString(), packages, known },
    registries: registries.map((one) => ({
      ...{ ecosystem: one.ecosystem, packages: one.packages, known: one.known },
      left: one.packages - one.known,
      requests_per_hour: one.perHour,
      paused_until: one.pausedUntil,
      last_failure: one.failure && { at: one.failure.at, reason: one.failure.kind },
    })),
  };
}

export function toUnknownPackage(row: Omit<UnknownPackageRow, 'position'>) {
  const { name, type, purl, cpe, version, versions, images } = row;
  return { name, type, purl, cpe, version, versions, images, own_pattern: patternFor(row) };
}

export function toOwnSoftwareRecord({ id, pattern, reason, setBy, setAt }: OwnSoftwareRow) {
  return { id, pattern, reason, set_by: setBy, set_at: setAt.toISOString() };
}

import { STATE_WORDS, STATES_DESCRIBED } from '@/domain/eol/words';
import { z } from 'zod';
import { NO_TARGET_REASONS } from '@/domain/advice/advice';
import { EOL_STATES } from '@/domain/eol/proximity';
import { EVIDENCE_DEGREES, EVIDENCE_DESCRIBED } from '@/domain/evidence/degree';

/** Read models of the contract that several procedures give. */

export const day = z.iso.date().meta({ description: 'UTC day', example: '2026-04-30' });
export const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC', example: '2026-04-30T12:00:00.000Z' });

/** Who called, wherever a record says it. */
export const callerKind = z
  .enum(['person', 'api_key', 'build_token', 'companion', 'server'])
  .describe(
    '`companion`: what the service itself fetches from a Dependency-Track; `server`: what it does by itself, in audit trails, and evidence packs that a schedule makes',
  );

export const eolCount = z
  .object({
    low: z.number().int().describe(STATE_WORDS.later),
    med: z.number().int().describe('Within 12 months: `soon` and `next`'),
    high: z.number().int().describe(STATE_WORDS.ended),
  })
  .meta({ id: 'EolCount', example: { low: 14, med: 3, high: 2 } });

export const labels = z.record(z.string(), z.string()).nullable();

export const projectImage = z
  .object({
    id: z.guid(),
    name: z.string(),
    tag: z.string(),
    eol: eolCount.nullable(),
    projectName: z.string(),
    imageVerified: z.boolean(),
    latestScanDate: instant,
    latestScanGone: z
      .boolean()
      .describe(
        'Only as of a day, where no scan of the image by then is kept any more: `latestScanDate` is that of its first',
      )
      .optional(),
    digest: z.string().nullable(),
    labels,
    retiredDate: instant
      .describe('Only of a retired image, which counts nowhere: since when')
      .optional(),
  })
  .meta({
    id: 'ProjectImage',
    example: {
      id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      name: 'registry.example.com/acme/shop',
      tag: '2.4.1',
      eol: { low: 14, med: 3, high: 2 },
      projectName: 'github//acme/shop',
      imageVerified: false,
      latestScanDate: '2026-04-30T12:00:00.000Z',
      digest: null,
      labels: { team: 'payments' },
    },
  });

const eolSoftwareNote = z
  .object({
    id: z.guid().nullable(),
    noteContent: z.string().nullable(),
    userProfile: z.string().nullable(),
  })
  .meta({
    id: 'EolSoftwareNote',
    example: {
      id: '01931c60-2f11-7c3d-9b1a-6d2f0e5a7c48',
      noteContent: 'Moves to 13 with the next release',
      userProfile: 'Ada Lovelace',
    },
  });

export const productNote = eolSoftwareNote.nullable();

/** The state of an end, in answers to programs. */
export const eolState = z.enum(EOL_STATES).describe(STATES_DESCRIBED);

/** How well an end is known, in answers to programs. */
export const evidenceDegree = z.enum(EVIDENCE_DEGREES).describe(EVIDENCE_DESCRIBED);

const advisedCycle = z
  .object({
    name: z.string(),
    label: z.string().describe('What people read: `3.5 (LTS)`'),
    lts: z.boolean(),
    endsOn: day.nullable().describe('Null: it is supported, and no end is known'),
    state: eolState,
    latestRelease: z.string().nullable(),
    releaseNotesUrl: z.string().nullable().describe('The vendor’s notes on this cycle'),
  })
  .meta({
    id: 'AdvisedCycle',
    example: {
      name: '3.14',
      label: '3.14',
      lts: false,
      endsOn: '2030-10-31',
      state: 'later',
      latestRelease: '3.14.7',
      releaseNotesUrl: 'https://docs.python.org/release/3.14.7/whatsnew/changelog.html',
    },
  });

/** Where to move from a release cycle. */
export const moveAdvice = z
  .object({
    target: advisedCycle
      .nullable()
      .describe(
        'The supported cycle that lasts longest of those that an upgrade reaches, long-term support first. Never one that ends within a year, nor one that only a date of one’s own keeps alive',
      ),
    smallest: advisedCycle
      .nullable()
      .describe('The nearest that lasts two years or more, where the target is farther away'),
    reason: z
      .enum(NO_TARGET_REASONS)
      .nullable()
      .describe(
        'Why there is no target. `lasts`: nothing later is known to last longer; `within_a_year`: what comes later ends within a year, `about` is the newest of it; `no_newer`: nothing later is supported; `other_line`: only another line is, which no upgrade reaches; `all_ended`: nothing is supported any more, `about` ended last; `hardware`: it is replaced, not upgraded; `unknown_cycle`: the catalog cannot place the cycle',
      ),
    about: advisedCycle.nullable().describe('What the reason is about; no place to move to'),
    older: advisedCycle.nullable().describe('Where nothing later lasts: an older cycle that does'),
  })
  .meta({ id: 'MoveAdvice' });

/** The cycle that an end was concluded from, for answers to programs. */
export const estimatedFrom = z
  .string()
  .optional()
  .describe(
    'Only where nobody says that it has ended: it came before this release cycle of its product, which has. `eolDate` is then the day it was first seen',
  );

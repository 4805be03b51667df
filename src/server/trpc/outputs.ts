import { z } from 'zod';

/** Read models of the contract that several procedures give. */

export const day = z.iso.date().meta({ description: 'UTC day', example: '2026-04-30' });
export const instant = z.iso
  .datetime()
  .meta({ description: 'ISO 8601, UTC', example: '2026-04-30T12:00:00.000Z' });

export const eolCount = z
  .object({
    low: z.number().int().describe('Ends in more than 12 months'),
    med: z.number().int().describe('Ends within 12 months'),
    high: z.number().int().describe('Has ended'),
  })
  .meta({ id: 'EolCount' });

const labels = z.record(z.string(), z.string()).nullable();

export const projectImage = z
  .object({
    id: z.guid(),
    name: z.string(),
    tag: z.string(),
    eol: eolCount.nullable(),
    projectName: z.string(),
    imageVerified: z.boolean(),
    latestScanDate: instant,
    digest: z.string().nullable(),
    labels,
  })
  .meta({ id: 'ProjectImage' });

const eolSoftwareNote = z
  .object({
    id: z.guid().nullable(),
    noteContent: z.string().nullable(),
    userProfile: z.string().nullable(),
  })
  .meta({ id: 'EolSoftwareNote' });

export const productNote = eolSoftwareNote.nullable();

export const eolSoftwareFirst = z
  .object({
    id: z.guid(),
    productName: z.string(),
    lts: z.boolean().nullable(),
    productPermalink: z.string().nullable(),
    productNote,
    releaseCycle: z.string(),
    releaseDate: day.nullable(),
    artifactType: z.string(),
    eolDate: day,
    imageName: z.string(),
    imageTag: z.string(),
    imageLabels: labels,
  })
  .meta({ id: 'EolSoftwareFirst' });

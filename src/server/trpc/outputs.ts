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
  .meta({ id: 'EolCount', example: { low: 14, med: 3, high: 2 } });

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
  .meta({
    id: 'EolSoftwareFirst',
    example: {
      id: '01931c5f-0d4e-7a62-b3c5-91f2e7d8a604',
      productName: 'Debian Linux',
      lts: false,
      productPermalink: 'https://endoflife.date/debian',
      productNote: null,
      releaseCycle: '11',
      releaseDate: '2021-08-14',
      artifactType: 'deb',
      eolDate: '2026-08-31',
      imageName: 'registry.example.com/acme/shop',
      imageTag: '2.4.1',
      imageLabels: { team: 'payments' },
    },
  });

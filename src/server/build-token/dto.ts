import { z } from 'zod';
import { BUILD_PLATFORMS } from '@/domain/build-token/platform';
import { BUILD_REFUSALS } from '@/domain/build-token/refusal';
import { instant } from '@/server/platform/trpc/outputs';
import type { KnownRow, RefusedRow, TrustedRow } from './repository';

/** Makes a trusted repository as it is shown. */
export function toTrusted(row: TrustedRow) {
  return {
    id: row.id,
    platform: row.platform,
    issuer: row.issuer,
    repository: row.repository,
    project_name: row.projectName,
    ref: row.ref,
    environment: row.environment,
    only_protected: row.onlyProtected,
    pull_requests: row.pullRequests,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}

export const trustedRepository = z
  .object({
    id: z.guid(),
    platform: z.enum(BUILD_PLATFORMS),
    issuer: z.string().describe('Who signs the tokens of its builds'),
    repository: z.string().describe('`owner/*`: all that lie directly below the owner'),
    project_name: z
      .string()
      .nullable()
      .describe('Where its builds upload to; null: a project named after the repository'),
    ref: z.string().nullable().describe('In full; a star stands for anything but a slash'),
    environment: z.string().nullable(),
    only_protected: z.boolean(),
    pull_requests: z.boolean().describe('Whether builds of pull and merge requests may upload'),
    created_by: z.string(),
    created_at: instant,
    updated_at: instant,
    last_used_at: instant.nullable().describe('To the minute; null: never'),
  })
  .meta({
    id: 'TrustedRepository',
    example: {
      id: '01931c5d-6b52-7c03-ad18-9e6c3f7b2041',
      platform: 'github',
      issuer: 'https://token.actions.githubusercontent.com',
      repository: 'acme/shop',
      project_name: null,
      ref: 'refs/heads/main',
      environment: null,
      only_protected: false,
      pull_requests: false,
      created_by: 'Ada Lovelace',
      created_at: '2026-01-02T09:00:00.000Z',
      updated_at: '2026-01-02T09:00:00.000Z',
      last_used_at: '2026-04-30T12:00:00.000Z',
    },
  });

export function toRefused({ firstAt, lastAt, ...row }: RefusedRow) {
  return { ...row, firstDate: firstAt.toISOString(), lastDate: lastAt.toISOString() };
}

export const refusedBuild = z.object({
  issuer: z.string(),
  /** As the token says it: whoever shows one may write anything into it. "" when it names none. */
  repository: z.string(),
  reason: z.enum(BUILD_REFUSALS),
  count: z.number().int(),
  path: z.string(),
  firstDate: instant,
  lastDate: instant,
});

export function toKnown({ firstSeenAt, ...row }: KnownRow) {
  return { ...row, firstSeenDate: firstSeenAt.toISOString() };
}

export const knownRepository = z.object({
  issuer: z.string(),
  kind: z.enum(['repository', 'owner']),
  name: z.string(),
  number: z.string(),
  firstBuild: z.string(),
  firstSeenDate: instant,
});

import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { BUILD_PLATFORMS } from './platform';
import { isRefPattern, REPOSITORY_PATTERN } from './trust';

const MAX_NAME = 255;

/** An address as the `iss` claim has it. */
export const issuerField = storedText(MAX_NAME)
  .trim()
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(isIssuer, 'not an address such as https://gitlab.example.com');

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || !/^[\x21-\x7e]+$/.test(text)) return false;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && !/[?#]/.test(text);
  // As it would be written again: a token's issuer is compared to the letter.
  return /^https?:$/.test(url.protocol) && isPlain && url.href.replace(/\/+$/, '') === text;
}

export const repositoryField = storedText(MAX_NAME)
  .trim()
  .refine(
    (text) => REPOSITORY_PATTERN.test(text),
    'not `owner/repository`, nor `owner/*` for all of them',
  )
  .meta({ pattern: REPOSITORY_PATTERN.source });

/** A ref in full, or a branch. */
export const refField = storedText(MAX_NAME)
  .trim()
  .min(1)
  .transform((text) => (text.startsWith('refs/') ? text : `refs/heads/${text}`))
  .refine(isRefPattern, 'not a branch nor a ref such as `refs/tags/v*`');

/** The conditions and effects that can be changed of a trusted repository. */
export const trustFields = {
  repository: repositoryField.describe(
    '`owner/repository`, in GitLab with all of its groups; `owner/*` for all that lie directly below',
  ),
  project_name: storedText(1_024)
    .trim()
    .min(1)
    .nullable()
    .describe('Where its builds upload to; null: a project named after the repository')
    .optional(),
  ref: refField
    .nullable()
    .describe(
      'A branch, or a ref in full such as `refs/tags/v*`; a star stands for anything but a slash. Null: any',
    )
    .optional(),
  environment: storedText(MAX_NAME)
    .trim()
    .min(1)
    .nullable()
    .describe('The environment that the job names; null: any, or none')
    .optional(),
  only_protected: z.boolean().describe('Only builds of protected branches and tags').optional(),
  pull_requests: z
    .boolean()
    .describe('Whether builds of pull and merge requests may upload; else they may only check')
    .optional(),
};

export const newTrust = z
  .object({
    platform: z.enum(BUILD_PLATFORMS),
    issuer: issuerField
      .describe('Who signs the tokens, if it is not the public service of the platform')
      .optional(),
    ...trustFields,
  })
  .meta({
    id: 'NewTrustedRepository',
    example: { platform: 'github', repository: 'acme/shop', ref: 'main' },
  });

export const changedTrust = z
  .object({ ...trustFields, repository: trustFields.repository.optional() })
  .meta({ id: 'TrustedRepositoryPatch', example: { ref: 'refs/tags/v*' } });

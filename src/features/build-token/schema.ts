import { z } from 'zod';
import { issuerField, refField, repositoryField } from '@/domain/build-token/fields';
import { BUILD_PLATFORMS } from '@/domain/build-token/platform';

const empty = (text: string) => text.trim() === '';
const holds = (field: z.ZodType) => (text: string) => field.safeParse(text).success;

/** Fields of the form; what is left empty is not asked for. */
export const trustSchema = z.object({
  platform: z.enum(BUILD_PLATFORMS),
  issuer: z
    .string()
    .refine(
      (text) => empty(text) || holds(issuerField)(text),
      'An address, such as https://gitlab.example.com',
    ),
  repository: z
    .string()
    .refine(holds(repositoryField), 'Owner and name, such as acme/shop, or acme/* for all of them'),
  project: z.string().max(1_024, 'At most 1,024 characters'),
  ref: z
    .string()
    .refine(
      (text) => empty(text) || holds(refField)(text),
      'A branch, such as main, or a ref, such as refs/tags/v*',
    ),
  environment: z.string().max(255, 'At most 255 characters'),
  onlyProtected: z.boolean(),
  pullRequests: z.boolean(),
});

export type EnteredTrust = z.output<typeof trustSchema>;

/** Makes the body of a request. */
export function bodyOf(entered: EnteredTrust) {
  const given = (text: string) => (empty(text) ? null : text.trim());
  return {
    repository: entered.repository.trim(),
    project_name: given(entered.project),
    ref: given(entered.ref),
    environment: given(entered.environment),
    only_protected: entered.onlyProtected,
    pull_requests: entered.pullRequests,
  };
}

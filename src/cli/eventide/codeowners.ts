import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { MAX_CODEOWNERS_LENGTH } from '@/domain/team/codeowners';
import { UsageError, type Arguments } from './arguments';
import type { Surroundings } from './given';
import { call, type Service } from './service';

/** Where GitHub and GitLab look, in their order; the first there is counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

/** A CODEOWNERS file at hand. */
export interface FoundCodeowners {
  readonly file: string;
  readonly content: string;
}

/**
 * Reads the CODEOWNERS file that goes with an upload: the one that is named, else the one of the repository that the
 * command runs in. Null: there is none, or it is not wanted.
 * @throws UsageError when the named one cannot be read
 */
export async function findCodeowners({
  codeowners,
}: Pick<Arguments, 'codeowners'>): Promise<FoundCodeowners | null> {
  if (codeowners === null) return null;
  const { file: named } = codeowners;
  for (const file of named === null ? PLACES : [named]) {
    const content = await readFile(file, 'utf8').catch(() => null);
    if (content !== null) return { file, content };
  }
  if (named !== null) throw new UsageError(`${named} cannot be read.`);
  return null;
}

const answered = z.object({
  owner: z
    .object({ name: z.string(), email: z.string().nullable(), link: z.string().nullable() })
    .nullable(),
});
type AnsweredOwner = z.output<typeof answered>['owner'];

/**
 * Sends the file for the project that was uploaded to, and gives the owner that the project has then. A fault is told and
 * fails nothing: the upload is stored.
 * @param location the file that reports point at: the owners of its folder are asked
 */
export async function sendCodeowners(
  service: Service,
  projectId: string,
  { file, content }: FoundCodeowners,
  { location, complain }: { readonly location: string | null } & Pick<Surroundings, 'complain'>,
): Promise<{ readonly owner: AnsweredOwner } | null> {
  if (content.length > MAX_CODEOWNERS_LENGTH) {
    complain(
      `${file} was not sent: it is longer than ${String(MAX_CODEOWNERS_LENGTH)} characters.`,
    );
    return null;
  }
  const path = location === null ? null : folderOf(location);
  try {
    const answer = await call(service, {
      ...{ method: 'PUT', path: `api/projects/${projectId}/codeowners`, parameters: [] },
      ...{ isPackable: false, contentType: 'application/json' },
      body: Buffer.from(JSON.stringify({ content, path })),
    });
    return answered.parse(answer);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    complain(
      `${file} was not taken: ${error instanceof z.ZodError ? 'do the versions fit?' : error.message}`,
    );
    return null;
  }
}

/** The folder of a file of the repository; null at its root, and for an absolute path. */
function folderOf(location: string): string | null {
  const parts = location.replace(/^\.\//, '').split('/');
  return parts.length < 2 || parts[0] === '' ? null : `${parts.slice(0, -1).join('/')}/`;
}

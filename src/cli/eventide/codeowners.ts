import { readFile } from 'node:fs/promises';
import { MAX_CODEOWNERS_LENGTH } from '@/domain/team/codeowners';
import { UsageError, type Arguments } from './arguments';
import type { Surroundings } from './given';
import { packed, type Call } from './service';

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

/**
 * Puts a document and the file that goes with it into one form, so that the owner whom it names is told of the upload. A
 * file that is too long is told and stays behind: the upload counts.
 * @param location the file that reports point at: the owners of its folder are asked
 */
export async function formOf(
  document: Uint8Array<ArrayBuffer>,
  { file, content }: FoundCodeowners,
  { location, complain }: { readonly location: string | null } & Pick<Surroundings, 'complain'>,
): Promise<Pick<Call, 'body' | 'contentType' | 'isPackable'>> {
  if (content.length > MAX_CODEOWNERS_LENGTH) {
    complain(
      `${file} was not sent: it is longer than ${String(MAX_CODEOWNERS_LENGTH)} characters.`,
    );
    return { body: document };
  }
  const path = location === null ? null : folderOf(location);
  const form = new FormData();
  form.set('sbom', new Blob([await packed(document)]), 'sbom');
  // As files: the text of a field would get other ends of lines.
  form.set('codeowners', new Blob([content]), 'CODEOWNERS');
  if (path !== null) form.set('codeowners_path', path);
  const sent = new Response(form);
  const contentType = sent.headers.get('content-type') ?? 'multipart/form-data';
  return { body: new Uint8Array(await sent.arrayBuffer()), contentType, isPackable: false };
}

/** The folder of a file of the repository; null at its root, and for an absolute path. */
function folderOf(location: string): string | null {
  const parts = location.replace(/^\.\//, '').split('/');
  return parts.length < 2 || parts[0] === '' ? null : `${parts.slice(0, -1).join('/')}/`;
}

import { DomainError, invalid } from '@/domain/errors';
import { MAX_CODEOWNERS_LENGTH } from '@/domain/team/codeowners';
import { storedText } from '@/domain/validation/fields';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import { unknownCoding } from '@/server/platform/http/document-faults';
import type { CodeownersFile } from '@/server/team/service/codeowners';
import { readSbom, readSbomIn, type ReadSbom, type UploadLimits } from './body';
import { documentOfForm, type FormShape } from './form';
import { inflatedChunks } from './inflate';

/** An SBOM, and the CODEOWNERS file that came with it in a form; null: none did. */
export interface UploadedDocument extends ReadSbom {
  readonly codeowners: CodeownersFile | null;
}

/** UTF-8 has three bytes at most for a unit of UTF-16. */
const FORM: FormShape = {
  document: 'sbom',
  fields: new Set(['codeowners', 'codeowners_path']),
  maxFieldBytes: 3 * MAX_CODEOWNERS_LENGTH,
};
const DOCUMENT = ['body', 'sbom'];
const path = storedText(1_024);

/**
 * Reads an SBOM that is all of a request's body, or a part of the form that it is; see {@link readSbom}.
 * @throws DomainError 413, 415 for a form that is packed as a whole, 422 with the place
 */
export function readUploadedSbom<Result>(
  request: IncomingRequest,
  limits: UploadLimits,
  use: (upload: UploadedDocument) => Promise<Result>,
): Promise<Result> {
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'multipart/form-data') {
    return readSbom(request, limits, (read) => use({ ...read, codeowners: null }));
  }
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw unknownCoding(coding);
  // What stands beside a document is not remembered with it.
  const { path: to, maxBytes } = limits;
  const fields = new Map<string, string>();
  const find = (sent: AsyncGenerator<Uint8Array, void, undefined>) =>
    inflatedChunks(documentOfForm(sent, fields, contentType, FORM, tooLong), maxBytes, {
      loc: DOCUMENT,
    });
  return readSbomIn(request, { path: to, maxBytes }, { find, loc: DOCUMENT }, (read) =>
    use({ ...read, codeowners: codeownersIn(fields) }),
  );
}

function codeownersIn(fields: ReadonlyMap<string, string>): CodeownersFile | null {
  const content = fields.get('codeowners');
  if (content === undefined) return null;
  if (content.length > MAX_CODEOWNERS_LENGTH) throw tooLong();
  const parsed = path.nullable().safeParse(fields.get('codeowners_path') || null);
  if (parsed.success) return { content, path: parsed.data };
  const msg = 'Value error, not the path of a file';
  throw invalid([{ loc: ['body', 'codeowners_path'], msg, type: 'value_error' }]);
}

function tooLong(): DomainError {
  const message = `A CODEOWNERS file has ${String(MAX_CODEOWNERS_LENGTH)} characters at most`;
  return new DomainError('payload_too_large', message);
}

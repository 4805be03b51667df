import { DomainError, invalid } from '@/domain/errors';
import { createBodyFilter, MalformedJsonError } from '@/domain/scan/body/filter';
import { list, members, scalar, type KeepRule } from '@/domain/scan/body/keep-rules';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import { readSbomIn, type ReadSbom, type UploadLimits } from '@/server/sbom/service/body';
import { documentOfForm, type FormShape } from '@/server/sbom/service/form';
import { inflatedChunks } from '@/server/sbom/service/inflate';

/** An upload of a BOM: its document, and the fields that came with it, as they came. */
export interface ReadBom extends ReadSbom {
  readonly fields: unknown;
}

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/** Gives the bytes of the document, and keeps the fields that stand beside it. */
type FindBom = (sent: Chunks, found: { fields: unknown }) => Chunks;

/** Of all fields beside the document together; nothing that means something is longer. */
const MAX_FIELD_BYTES = 65_536;
const FIELDS = [
  ...['project', 'projectName', 'projectVersion', 'autoCreate', 'isActive'],
  ...['isLatest', 'isLatestProjectVersion', 'parentUUID', 'parentName', 'parentVersion'],
];
const FORM_FIELDS: ReadonlySet<string> = new Set([...FIELDS, 'projectTags']);
const TAG: KeepRule = { kind: 'either', options: [members({}, ['name']), scalar] };
const UPLOAD_RULE: KeepRule = members(
  {
    projectTags: { kind: 'either', options: [list(TAG), scalar] },
    bom: { kind: 'sbom' },
  },
  FIELDS,
);
/** Faults of the document stand below it, those of the fields beside it. */
const BOM = ['body', 'bom'];

/**
 * Reads an upload as clients of Dependency-Track send it, while it arrives: JSON with the document in base64, or a form
 * in which it is a part, with or without the name of a file. Neither the base64 nor the document is held as a whole; see
 * {@link readSbomIn}.
 * @throws DomainError 413, 415 for any other type, 422 with the place, or with a text when there is no document
 */
export async function readBom<Result>(
  request: IncomingRequest,
  limits: UploadLimits,
  use: (upload: ReadBom) => Promise<Result>,
): Promise<Result> {
  const found: { fields: unknown } = { fields: {} };
  const findBom = finderFor(request.headers.get('content-type') ?? '');
  const find = (sent: Chunks) =>
    inflatedChunks(required(findBom(sent, found)), limits.maxBytes, { loc: BOM });
  return readSbomIn(request, limits, { find, loc: BOM, beside: found }, (read) =>
    use({ ...read, fields: found.fields }),
  );
}

function finderFor(contentType: string): FindBom {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json') return bomOfJson;
  if (type === 'multipart/form-data') {
    return (sent, found) => bomOfForm(sent, found, contentType);
  }
  const message = 'A BOM is uploaded as application/json or multipart/form-data';
  throw new DomainError('unsupported_media_type', message);
}

/** @throws DomainError when there is nothing of a document, in Dependency-Track's words */
async function* required(chunks: Chunks): Chunks {
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty &&= chunk.byteLength === 0;
    yield chunk;
  }
  if (isEmpty) throw new DomainError('invalid', 'No BOM file provided.');
}

async function* bomOfJson(sent: Chunks, found: { fields: unknown }): Chunks {
  let decoded: Uint8Array[] = [];
  // A second document in the same text is told as one that cannot be decoded: nothing takes the first one back.
  const filter = createBodyFilter(UPLOAD_RULE, { onSbomChunk: (bytes) => decoded.push(bytes) });
  const kept: Uint8Array[] = [];
  const keep = (parts: readonly Uint8Array[]) => {
    kept.push(...parts);
    const bytes = kept.reduce((sum, part) => sum + part.byteLength, 0);
    if (bytes > MAX_FIELD_BYTES) throw fieldsTooLarge();
  };
  for await (const chunk of sent) {
    asJsonFault(() => {
      filter.write(chunk);
    });
    keep(filter.takeWritten());
    const given = decoded;
    decoded = [];
    yield* given;
  }
  const { json, sbom } = asJsonFault(() => filter.end());
  keep(json);
  if (sbom === 'undecodable' || sbom === 'not_a_string') {
    const msg = `Value error, not ${sbom === 'undecodable' ? 'base64' : 'a text'}`;
    throw invalid([{ loc: BOM, msg, type: 'value_error' }]);
  }
  found.fields = JSON.parse(Buffer.concat(kept).toString('utf8'));
  yield* decoded;
}

function asJsonFault<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof MalformedJsonError)) throw error;
    throw invalid([{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }]);
  }
}

/** The parts of a form: the document, and the fields beside it. */
const FORM: FormShape = {
  document: 'bom',
  fields: FORM_FIELDS,
  maxFieldBytes: MAX_FIELD_BYTES / FORM_FIELDS.size,
};

async function* bomOfForm(sent: Chunks, found: { fields: unknown }, contentType: string): Chunks {
  const fields = new Map<string, string>();
  yield* documentOfForm(sent, fields, contentType, FORM, fieldsTooLarge);
  found.fields = Object.fromEntries(fields);
}

function fieldsTooLarge(): DomainError {
  const message = `The fields beside the BOM are larger than ${String(MAX_FIELD_BYTES)} bytes`;
  return new DomainError('payload_too_large', message);
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type DomainError, invalid, isDomainError } from '@/domain/errors';

type Chunks = AsyncGenerator<Uint8Array, void, undefined>;

/** What a form has that carries a document. */
export interface FormShape {
  /** The name of the part with the document, with or without the name of a file. */
  readonly document: string;
  /** The parts beside it that are kept as text, with or without the name of a file. */
  readonly fields: ReadonlySet<string>;
  /** Of one field. */
  readonly maxFieldBytes: number;
}

const MAX_PARTS = 64;
const MAX_HEADER_BYTES = 65_536;

/**
 * Gives the document in a form while it arrives, and keeps the fields beside it; other parts are read and dropped.
 * @param fields gets them, once the form is read to its end
 * @param tooLarge makes the fault for a field that is
 * @throws DomainError 422 for a form that cannot be read to its end
 */
export async function* documentOfForm(
  sent: Chunks,
  fields: Map<string, string>,
  contentType: string,
  shape: FormShape,
  tooLarge: () => DomainError,
): Chunks {
  const form = openForm(contentType, shape);
  const documents: Readable[] = [];
  let isTooLarge = false;
  form.on('field', (name, value, _isNameCut, isCut) => {
    isTooLarge ||= isCut;
    if (shape.fields.has(name)) fields.set(name, value);
  });
  const begun = new Promise<Readable | null>((resolve) => {
    form.on('file', (name, stream) => {
      // A form that ends within a part tells so here as well as below.
      stream.on('error', () => undefined);
      if (name !== shape.document || documents.length > 0) {
        stream.resume();
        return;
      }
      documents.push(stream);
      resolve(stream);
    });
    form.on('finish', () => {
      resolve(null);
    });
    form.on('error', () => {
      resolve(null);
    });
  });
  const source = Readable.from(sent);
  const reading = pipeline(source, form).catch((error: unknown) => {
    for (const document of documents) document.destroy();
    // A fault of the body has been reported; any other is the form's.
    throw isDomainError(error) ? error : brokenForm();
  });
  // It is waited for below, unless whoever reads the document wants no more of it.
  reading.catch(() => undefined);
  try {
    const document = await begun;
    if (document) yield* bytesOf(document);
    await reading;
  } catch (error) {
    // The document breaks off where the form does: that is what is to be told.
    await reading;
    throw error;
  } finally {
    source.destroy();
    form.destroy();
  }
  if (isTooLarge) throw tooLarge();
}

async function* bytesOf(stream: Readable): Chunks {
  // A stream of bytes, whose declared chunks are anything.
  for await (const chunk of stream) yield chunk as Uint8Array;
}

function openForm(
  contentType: string,
  { document, fields, maxFieldBytes }: FormShape,
): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (name, _type, fileName) =>
        name === document || (fileName !== undefined && !fields.has(name ?? '')),
      limits: { parts: MAX_PARTS, fieldSize: maxFieldBytes, headerSize: MAX_HEADER_BYTES },
    });
  } catch {
    throw brokenForm();
  }
}

function brokenForm(): DomainError {
  const msg = 'Value error, not a form that can be read to its end';
  return invalid([{ loc: ['body'], msg, type: 'value_error' }]);
}

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { BackupError } from '@/domain/backup/fault';
import { codeOf, writeAside } from '@/server/platform/written-aside';

/** Rows of a database shrink to a sixth with it; what is beyond costs more time than it saves room. */
const GZIP_LEVEL = 4;

export interface ArchiveWriter {
  /** Appends an entry. Waits until there is room for the next. */
  add(name: string, data: Uint8Array): Promise<void>;
}

export interface WriteArchive {
  /** Where it is to stand in the end. Nothing stands there yet. */
  readonly file: string;
  readonly madeAt: Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes an archive (a compressed tar) aside, for its owner's eyes alone, and gives it its name once it is whole and on
 * disk. When `write` fails, nothing is left.
 * @throws BackupError where something of that name stands
 */
export async function writeArchive<T>(
  { file, madeAt, signal }: WriteArchive,
  write: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const refusal = (message: string, cause?: unknown) => new BackupError(message, { cause });
  return writeAside(file, refusal, async (output) => {
    const { readable, controller } = createTarPacker();
    const gzip = createGzip({ level: GZIP_LEVEL });
    const written = pipeline(Readable.from(readable), gzip, output, { signal });
    // It is awaited below, and may fail before.
    written.catch(() => undefined);
    try {
      const result = await write({
        add: async (name, data) => {
          const header = { name, size: data.byteLength, mode: 0o600, mtime: madeAt };
          const entry = controller.add(header).getWriter();
          await entry.write(data);
          await entry.close();
        },
      });
      controller.finalize();
      await written;
      return result;
    } catch (error) {
      controller.error(error);
      // What stopped the writing is the cause, where that came first.
      throw await written.then(
        () => error,
        (reason: unknown) => reason,
      );
    }
  });
}

export interface ArchiveEntry {
  readonly name: string;
  /** To be read to its end before the next entry is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Reads the entries of an archive one after the other.
 * @throws BackupError where it cannot be read, was cut short or damaged
 */
export async function* entriesOf(file: string): AsyncGenerator<ArchiveEntry, void, undefined> {
  const gunzip = createGunzip();
  const read = pipeline(createReadStream(file), gunzip);
  // The reader below hears of it as well.
  read.catch(() => undefined);
  const entries = streamOf(gunzip).pipeThrough(createTarDecoder({ strict: true }));
  const damaged = (cause: unknown) =>
    new BackupError(`${file} cannot be read, or is damaged: ${codeOf(cause)}`, { cause });
  try {
    for await (const { header, body } of saying(damaged, entries))
      yield { name: header.name, body: saying(damaged, body) };
    await read.catch((cause: unknown) => {
      throw damaged(cause);
    });
  } finally {
    gunzip.destroy();
  }
}

/** Says in words of its own what goes wrong with the reading, and nothing of what its reader does. */
async function* saying<T>(
  inWords: (cause: unknown) => BackupError,
  pieces: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const reading = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await reading.next().catch((cause: unknown) => {
        throw inWords(cause);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await reading.return?.().catch(() => undefined);
  }
}

/** The decoder takes the browser's kind of stream. Nothing is read ahead of it. */
function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await reading.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => void (await reading.return?.()),
  });
}

/** Reads all of an entry that is known to be small. */
export async function wholeOf(
  { name, body }: ArchiveEntry,
  maxBytes = 16 * 1024 * 1024,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new BackupError(`The backup is damaged: ${name} is too large.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

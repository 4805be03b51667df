import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeListsExpendable } from '@/domain/validation/shapes';
import { asNoRoom, noRoom } from '@/server/platform/full-disk';

/** Bytes of one spool held in memory at most; most uploads never get beyond it. */
const HELD_BYTES = 262_144;
const CHUNK_BYTES = 65_536;
const NO_ROOM = 'There is no room for uploads at the moment';

/**
 * Bytes that are written as they arrive and read once they are complete. Beyond a little they are kept in a file
 * without a name in the system's temporary folder, so that a slow upload takes no memory.
 */
export class Spool {
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private file: { readonly handle: FileHandle; readonly path: string } | null = null;
  private writtenBytes = 0;

  /** Bytes written so far. */
  get sizeBytes(): number {
    return this.writtenBytes + this.heldBytes;
  }

  /**
   * @param parts are kept: the caller must not write to them any more
   * @throws DomainError `unavailable` when there is no room for them
   */
  async write(parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.held.push(part);
      this.heldBytes += part.byteLength;
    }
    if (this.heldBytes <= HELD_BYTES) return;
    this.file ??= await temporaryFile().catch(throwAsNoRoom);
    const { handle } = this.file;
    const wantedBytes = this.heldBytes;
    const written = handle.writev(this.takeHeld(), this.writtenBytes);
    const { bytesWritten } = await written.catch(throwAsNoRoom);
    // The last bytes that a disk has room for are written without an error.
    if (bytesWritten < wantedBytes) throw noRoom(NO_ROOM);
    this.writtenBytes += bytesWritten;
  }

  /** Yields the written bytes, in order. */
  async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0; at < this.writtenBytes;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, this.writtenBytes - at));
      const bytesRead =
        (await this.file?.handle.read(buffer, 0, buffer.length, at))?.bytesRead ?? 0;
      if (bytesRead === 0) throw new Error('a temporary file ends early');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    yield* this.held;
  }

  /** Reads all of it at once. */
  async readWhole(): Promise<Buffer> {
    const whole = Buffer.allocUnsafe(this.sizeBytes);
    let at = 0;
    for await (const chunk of this.chunks()) {
      whole.set(chunk, at);
      at += chunk.byteLength;
    }
    return whole;
  }

  /**
   * Gives the JSON that was written, its lists made to be let go of while they are read. Once: the text is let go of
   * before its objects are made.
   */
  async takeJson(): Promise<unknown> {
    const whole = await this.readWhole();
    await this.clear();
    const json: unknown = JSON.parse(whole.toString('utf8'));
    makeListsExpendable(json);
    return json;
  }

  /** Drops the written bytes; the spool may be written to again. */
  async clear(): Promise<void> {
    this.takeHeld();
    this.writtenBytes = 0;
    const { file } = this;
    this.file = null;
    if (!file) return;
    await file.handle.close();
    await rm(file.path, { force: true });
  }

  private takeHeld(): Uint8Array[] {
    const { held } = this;
    this.held = [];
    this.heldBytes = 0;
    return held;
  }
}

/** @throws DomainError `unavailable` of a disk that is full; else the error itself */
function throwAsNoRoom(error: unknown): never {
  throw asNoRoom(error, NO_ROOM);
}

/** Opens a file that only this process can reach, gone with it where the system can do that. */
async function temporaryFile(): Promise<{ handle: FileHandle; path: string }> {
  const path = join(tmpdir(), `eventide-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  // Where an open file cannot be removed, it is removed when it is closed.
  await rm(path, { force: true }).catch(() => undefined);
  return { handle, path };
}

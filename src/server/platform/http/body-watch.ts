import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@/server/platform/log';

const TICK_MS = 1_000;
/** Average rate of a body below which it is ended: 64 MiB take over two hours at it. */
const MIN_BYTES_PER_SECOND = 8_192;
/** Over how long that is measured: a line may stall for a while. */
const WINDOW_MS = 30_000;
/** How long, and how much of it, the rest of a body is still taken after the answer: see {@link BodyWatch}. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 4_194_304;
/** Share of all such bodies together: so many bytes in each turn, which is 12.5 MiB a second. */
const TURN_MS = 20;
const TURN_BYTES = 262_144;

interface Watched {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When the request began, and what its connection had brought by then. */
  readonly begunMs: number;
  readonly begunBytes: number;
  sinceMs: number;
  /** Bytes that the connection had brought by then. */
  bytesThen: number;
  isAnswered: boolean;
}

export interface BodyWatchOptions {
  readonly logger: Logger;
  /** Milliseconds that only go up. */
  readonly now?: () => number;
}

/**
 * Ends requests whose body does not come to an end: one that brings too little while a handler waits for it, and one
 * that goes on although it was answered. The rest of a body that was refused half-way is let pass for a little
 * while: closing at once would reset the connection under the client's writing, and the answer would be lost. It is
 * let pass in turns, and slowly: a client that sends what nobody wants, over many connections, must not keep this
 * process busy with throwing it away.
 *
 * Of a body that is waited for, it looks at how much the connection brought and reads nothing itself, so it holds for
 * every handler alike. Time in which this side is the slow one (a body that waits for its turn) does not count.
 */
export class BodyWatch {
  private readonly watched = new Set<Watched>();
  /** Those that were answered, whose turn is next first. */
  private lingering: readonly Watched[] = [];
  private timer: NodeJS.Timeout | null = null;
  private turns: NodeJS.Timeout | null = null;
  private readonly logger: Logger;
  private readonly now: () => number;

  constructor({ logger, now = () => performance.now() }: BodyWatchOptions) {
    this.logger = logger;
    this.now = now;
  }

  /** To be called when a request's headers are there. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { headers, socket } = request;
    const hasBody =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return;
    const entry: Watched = {
      request,
      response,
      ...{ begunMs: this.now(), begunBytes: socket.bytesRead },
      ...{ sinceMs: this.now(), bytesThen: socket.bytesRead },
      isAnswered: false,
    };
    this.watched.add(entry);
    request.once('close', () => this.watched.delete(entry));
    response.prependOnceListener('finish', () => this.linger(entry));
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Looks at all of them; the timer does so once a second. */
  tick(): void {
    for (const entry of this.watched) {
      const { request } = entry;
      if (request.complete || request.socket.destroyed) this.watched.delete(entry);
      else if (entry.isAnswered) this.endLingering(entry);
      else this.endStalled(entry);
    }
    if (this.watched.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** Called before node's own listener, which would take in all that comes, as fast as it comes. */
  private linger(entry: Watched): void {
    const { request } = entry;
    if (request.complete) return;
    entry.isAnswered = true;
    this.measureAnew(entry);
    // A handler that read chunks has answered without the rest. Node leaves a body alone that is being read.
    request.removeAllListeners('data').pause().read();
    this.lingering = [...this.lingering, entry];
    this.turns ??= setInterval(() => this.takeTurn(), TURN_MS).unref();
  }

  /** Throws away what has arrived of answered bodies, of one after the other, as far as one turn goes. */
  private takeTurn(): void {
    let bytes = 0;
    let taken = 0;
    const again: Watched[] = [];
    for (const entry of this.lingering) {
      if (bytes >= TURN_BYTES) break;
      taken += 1;
      const { request } = entry;
      // No encoding is set: what is read is a Buffer.
      const chunk = request.read() as Buffer | null;
      bytes += chunk?.byteLength ?? 0;
      if (request.complete) request.resume();
      else if (!request.socket.destroyed) again.push(entry);
    }
    this.lingering = [...this.lingering.slice(taken), ...again];
    if (this.lingering.length > 0 || !this.turns) return;
    clearInterval(this.turns);
    this.turns = null;
  }

  private endLingering({ request, sinceMs, bytesThen }: Watched): void {
    const isOver =
      this.now() - sinceMs >= LINGER_MS || request.socket.bytesRead - bytesThen > LINGER_BYTES;
    if (isOver) request.socket.destroy();
  }

  private endStalled(entry: Watched): void {
    const { request, sinceMs, bytesThen } = entry;
    const windowMs = this.now() - sinceMs;
    // Bytes that have arrived and are not read yet wait for us, not for the client.
    if (request.readableLength > 0) this.measureAnew(entry);
    else if (windowMs >= WINDOW_MS) {
      const came = request.socket.bytesRead - bytesThen;
      if (came * 1_000 >= windowMs * MIN_BYTES_PER_SECOND) this.measureAnew(entry);
      else {
        const { method, socket } = request;
        const { remoteAddress } = socket;
        // Of the whole request: what came before it stood still tells whether the line or the client is slow.
        const bytes = socket.bytesRead - entry.begunBytes;
        const lastedMs = this.now() - entry.begunMs;
        this.logger.info({ event: 'request cut', method, remoteAddress, bytes, lastedMs });
        socket.destroy();
      }
    }
  }

  private measureAnew(entry: Watched): void {
    entry.sinceMs = this.now();
    entry.bytesThen = entry.request.socket.bytesRead;
  }
}

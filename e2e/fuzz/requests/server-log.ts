import { createReadStream } from 'node:fs';
import { z } from 'zod';

const lineSchema = z.object({
  level: z.enum(['error', 'fatal']),
  msg: z.string().default(''),
  requestId: z.string().optional(),
  err: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
});

/** The same fault has other ids and numbers each time. */
const VARYING = /[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g;
const MAX_KIND = 300;

/** Errors that a server tells of by itself, though nobody was answered 5xx for them: each kind of them once. */
export class LogFaults {
  private readonly told = new Set<string>();
  private rest = '';

  /**
   * @param piece what has come to the log since the last call
   * @param answered ids of the requests that were answered 5xx: their errors are known
   */
  news(piece: string, answered: ReadonlySet<string>): string[] {
    const lines = (this.rest + piece).split('\n');
    this.rest = lines.pop() ?? '';
    return lines.filter((line) => this.isNews(line, answered));
  }

  private isNews(line: string, answered: ReadonlySet<string>): boolean {
    const known = parsed(line);
    if (!known) return false;
    const { msg, requestId, err } = known;
    if (requestId !== undefined && answered.has(requestId)) return false;
    const kind = [msg, err?.type, err?.message].join(': ').replaceAll(VARYING, '#');
    const shown = kind.slice(0, MAX_KIND);
    if (this.told.has(shown)) return false;
    this.told.add(shown);
    return true;
  }
}

/** Null for what is no line of the log, or none of a fault. */
function parsed(line: string) {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Reads on in a log where it stopped before: it may have grown large. */
export function readingOn(file: string): () => Promise<string> {
  let start = 0;
  return async () => {
    const pieces: Buffer[] = [];
    for await (const piece of createReadStream(file, { start })) pieces.push(Buffer.from(piece));
    const read = Buffer.concat(pieces);
    start += read.length;
    return read.toString('latin1');
  };
}

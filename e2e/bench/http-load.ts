import { Agent, request, type IncomingMessage } from 'node:http';
import { timed } from './runner';

/** One request that is sent over and over. */
export interface RepeatedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The same each time, or made for each. */
  readonly body: string | (() => string);
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds from each request to the last byte of its answer. */
  readonly durations: readonly number[];
}

/** Sends a request from so many connections, each as soon as its last answer is there. Rejects unless all are 200. */
export async function loadFor(
  durationMs: number,
  connections: number,
  repeated: RepeatedRequest,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const durations: number[] = [];
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + durationMs;
  const connection = async () => {
    while (performance.now() < untilMs)
      durations.push(await timed(() => bodyOfAnswer(repeated, agent)));
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  agent.destroy();
  return { perSecond: durations.length / seconds, durations };
}

/** The text of one answer. */
export function bodyOfAnswer(
  { url, headers, body }: RepeatedRequest,
  agent?: Agent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${url}: ${String(answer.statusCode)} ${text}`));
      });
    };
    const sent = typeof body === 'string' ? body : body();
    const length = { 'content-length': Buffer.byteLength(sent) };
    const options = { method: 'POST', headers: { ...headers, ...length }, ...(agent && { agent }) };
    request(url, options, onAnswer).once('error', reject).end(sent);
  });
}

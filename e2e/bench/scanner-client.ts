import { Agent, request, type IncomingMessage } from 'node:http';
import type { BuiltServer } from './built-server';
import { timed } from './runner';

/** Calls the API of a built server as scanners do, over connections that are kept. */
export interface ScannerClient {
  /** Milliseconds from the call to the answer's last byte. Rejects unless the answer is a success. */
  timeOf(method: string, path: string, body?: string | Uint8Array): Promise<number>;
  close(): void;
}

export function scannerClientOf({ origin, key }: BuiltServer): ScannerClient {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      const onAnswer = (answer: IncomingMessage) => {
        const status = answer.statusCode ?? 0;
        answer.resume().once('error', reject);
        answer.once('end', () => {
          if (status < 300) resolve();
          else reject(new Error(`${method} ${path}: ${String(status)}`));
        });
      };
      const options = { agent, method, headers: { ...headers, ...lengthOf(body) } };
      request(`${origin}/api${path}`, options, onAnswer).once('error', reject).end(body);
    });
  return {
    timeOf: (method, path, body) => timed(() => call(method, path, body)),
    close: () => {
      agent.destroy();
    },
  };
}

function lengthOf(body: string | Uint8Array | undefined) {
  return body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
}

import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface ScannerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly serialNumber: string;
  /** Tells two connections apart. */
  readonly localPort: number;
}

/**
 * Calls by host name, as a scanner does: names lead to the loopback address, and only the given CA is
 * trusted. Requests of one client share its connection; `close()` ends it.
 */
export class ScannerClient {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    trustedPem: string | undefined,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 1, ca: trustedPem ?? [] });
  }

  call(host: string, path: string, method = 'GET', body = ''): Promise<ScannerAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.agent,
          host,
          port: this.port,
          path,
          method,
          headers: this.headers,
          // Node asks for one address or for all of them, depending on its connection strategy.
          lookup: (_host, options, found) =>
            options.all
              ? found(null, [{ address: '127.0.0.1', family: 4 }])
              : found(null, '127.0.0.1', 4),
        },
        (response) => {
          // An https agent's sockets are TLS sockets; node's types do not say so.
          const socket = response.socket as TLSSocket;
          const { serialNumber } = socket.getPeerCertificate();
          const localPort = socket.localPort ?? 0;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
              serialNumber,
              localPort,
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

import { Agent } from 'node:https';
import { type HttpAnswer, sendHttp, type SentRequest } from '../api/harness/http';

/** What listens beside the port of everybody: to scanners by TLS. */
export type Listener = 'scanners';

/** Where requests go. */
export interface Listeners {
  /** The port of everybody. */
  readonly origin: string;
  readonly scanners: { readonly origin: string; readonly agent: Agent };
}

/** Finds both ports of a server. Scanners trust the server's own certificate, and call the host that they were built for. */
export async function listenersOf(origin: string, tlsPort: number): Promise<Listeners> {
  const { text: ca } = await sendHttp(origin, { method: 'GET', target: '/scanner-ca.pem' });
  const agent = new Agent({ keepAlive: true, maxSockets: 64, ca, servername: 'api.xeol.io' });
  return { origin, scanners: { origin: `https://127.0.0.1:${String(tlsPort)}`, agent } };
}

/** Sends a request to whom it is for: to the port of everybody, unless a listener is named. */
export function sendTo(
  { origin, scanners }: Listeners,
  sent: SentRequest,
  listener: Listener | undefined,
): Promise<HttpAnswer> {
  return listener === 'scanners'
    ? sendHttp(scanners.origin, sent, scanners.agent)
    : sendHttp(origin, sent);
}

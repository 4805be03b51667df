import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a relay leads whoever connects: to a port, or to nobody who would say a word. */
type Target = { readonly port: number } | 'nobody';

/**
 * One address before servers, as a service of Kubernetes or a virtual address is: whoever connects is led to the present one.
 * What it leaves stays open, and neither side hears of the other again: as where a machine lost its power.
 */
export interface Relay {
  readonly address: string;
  /** Leads those who connect from now on elsewhere. */
  leadTo(target: Target): void;
  /** Forwards nothing more of the connections that there are. */
  fallSilent(): void;
  /** Goes on with what fell silent, with all that was said since. */
  goOn(): void;
  stop(): Promise<void>;
}

/** A connection through the relay: null for what leads to nobody. */
interface Pair {
  readonly client: Socket;
  readonly server: Socket | null;
}

/** Starts one that leads to a port of this machine. */
export async function startRelay(target: { readonly port: number }): Promise<Relay> {
  let present: Target = target;
  const pairs = new Set<Pair>();
  const listener = createServer((client) => {
    const server = present === 'nobody' ? null : connect(present.port, '127.0.0.1');
    const pair = { client, server };
    pairs.add(pair);
    for (const socket of [client, server]) {
      socket?.on('error', () => undefined);
      socket?.once('close', () => {
        pairs.delete(pair);
        client.destroy();
        server?.destroy();
      });
    }
    if (server === null) return;
    client.pipe(server);
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo; // a TCP server's address is never a string
  return {
    address: `127.0.0.1:${String(port)}`,
    leadTo: (target) => {
      present = target;
    },
    fallSilent: () => {
      for (const { client, server } of pairs) {
        server?.unpipe(client).pause();
        client.unpipe().pause();
      }
    },
    goOn: () => {
      for (const { client, server } of pairs) {
        if (!server) continue;
        client.pipe(server);
        server.pipe(client);
      }
    },
    stop: async () => {
      for (const { client, server } of pairs) {
        client.destroy();
        server?.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
}

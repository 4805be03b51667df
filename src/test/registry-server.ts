import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A document (an object is sent as JSON), or whatever else a server may do. */
export type Route =
  string | object | ((request: IncomingMessage, response: ServerResponse) => void);

export interface RegistryServer {
  /** Its root, without a slash at the end. */
  readonly url: string;
  /** The paths that were asked for, as they were sent, in order. */
  readonly asked: string[];
  /** By path, as it is sent. What is not here is answered with 404. */
  readonly routes: Map<string, Route>;
  close(): Promise<void>;
}

function answer(route: Route | undefined, request: IncomingMessage, response: ServerResponse) {
  if (typeof route === 'function') route(request, response);
  else if (route === undefined) response.writeHead(404).end('{"error":"not found"}');
  else if (typeof route === 'string') response.end(route);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(route));
}

/** A server on loopback that speaks a registry's protocol as far as its routes do. */
export async function startRegistryServer(
  routes: Readonly<Record<string, Route>> = {},
): Promise<RegistryServer> {
  const known = new Map(Object.entries(routes));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    answer(known.get(path), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    routes: known,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

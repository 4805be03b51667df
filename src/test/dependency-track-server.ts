import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A project of the server, with what a test does not care about left out. */
export interface RemoteProject {
  readonly uuid: string;
  readonly name: string;
  readonly version?: string | null;
  /** Milliseconds since 1970; null: it has no BOM. */
  lastBomImport?: number | null;
  readonly isLatest?: boolean;
  readonly active?: boolean;
  readonly tags?: readonly { readonly name: string }[];
  readonly parent?: { readonly name: string; readonly version?: string };
  readonly collectionLogic?: string;
  /** Purls of its components. */
  readonly purls?: readonly string[];
  /** When its components say that their support ends. */
  readonly until?: string;
}

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

const END_OF_SUPPORT = 'cdx:lifecycle:milestone:endOfSupport';

/** The part of a Dependency-Track that is pulled from, on a port of this machine, to be made to fail. */
export class DependencyTrackServer {
  readonly key = 'odt_test_key_of_a_team';
  /** Paths that were asked for with the key, in order; without queries. */
  readonly asked: string[] = [];
  projects: RemoteProject[] = [];
  version = '4.13.4';
  /** Answers of a test's own, by path. */
  readonly instead = new Map<string, Answering>();
  private exports = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<DependencyTrackServer> {
    const server = createServer();
    const made = new DependencyTrackServer(server);
    server.on('request', (request, response) => made.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  get url(): string {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) throw new Error('not started');
    return `http://127.0.0.1:${String(address.port)}`;
  }

  /** Times that a project's BOM was asked for. */
  timesPulled(uuid: string): number {
    return this.asked.filter((path) => path.endsWith(`/project/${uuid}`)).length;
  }

  bomPath(uuid: string): string {
    return `/api/v1/bom/cyclonedx/project/${uuid}`;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const own = this.instead.get(pathname);
    if (pathname === '/api/version') {
      if (request.headers['x-api-key'] !== undefined)
        throw new Error('the key was shown too early');
      if (own) return own(response, request);
      return json(response, { application: 'Dependency-Track', version: this.version });
    }
    this.asked.push(pathname);
    if (own) return own(response, request);
    if (request.headers['x-api-key'] !== this.key) return void response.writeHead(401).end();
    if (pathname === '/api/v1/project') return this.list(response, searchParams);
    const known = this.projects.find(({ uuid }) => pathname === this.bomPath(uuid));
    if (!known) return void response.writeHead(404).end('The project could not be found.');
    response.setHeader('content-type', 'application/vnd.cyclonedx+json');
    response.end(this.bom(known));
  }

  private list(response: ServerResponse, query: URLSearchParams): void {
    const number = Number(query.get('pageNumber'));
    const size = Number(query.get('pageSize'));
    if (query.get('excludeInactive') !== 'true')
      throw new Error('inactive projects are not wanted');
    const listed = this.projects.filter(({ active }) => active !== false);
    response.setHeader('x-total-count', String(listed.length));
    const page = listed.slice((number - 1) * size, number * size);
    json(
      response,
      page.map(({ purls: _purls, ...project }) => ({
        ...{ active: true, isLatest: false, classifier: 'APPLICATION', metrics: { components: 1 } },
        ...project,
        directDependencies: JSON.stringify([{ name: 'a'.repeat(1_000) }]),
      })),
    );
  }

  /** As the server exports one: with another serial number each time. */
  bom({ name, version, purls = ['pkg:pypi/django@3.2.25'], until }: RemoteProject): string {
    this.exports += 1;
    return JSON.stringify({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
      serialNumber: `urn:uuid:00000000-0000-4000-8000-${String(this.exports).padStart(12, '0')}`,
      metadata: { component: { type: 'application', name, version: version ?? undefined } },
      components: purls.map((purl) => ({
        ...{ type: 'library', name: purl.split(/[/@]/)[1], purl },
        ...(until && { properties: [{ name: END_OF_SUPPORT, value: until }] }),
      })),
    });
  }
}

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(body));
}

import type { Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { createRestHandler } from '@/server/listener/rest-handler';
import { RouteTable, routesOf } from '@/server/platform/trpc/route-table';
import { publicRouter } from '@/server/app-router';
import { expectDocumented } from '../../e2e/api/valid-response';
import { makeApiKey } from './accounts';

export interface RestAnswer {
  readonly status: number;
  /** The parsed body; null when there is none. */
  readonly body: unknown;
}

export type RestCall = (method: string, path: string, body?: unknown) => Promise<RestAnswer>;

const table = new RouteTable(routesOf(publicRouter));

/** The REST API from request to response, without a server in between. Each answer is held against the document. */
export class RestClient {
  private readonly handle;

  constructor(private readonly deps: Deps) {
    this.handle = createRestHandler(publicRouter, deps);
  }

  /** Calls with a new key of this role; the path is one below the API's base. */
  async as(organizationId: OrganizationId, role: Role): Promise<RestCall> {
    const { key } = await makeApiKey(this.deps, organizationId, role);
    return (method, path, body) =>
      this.call({ authorization: `ApiKey ${key}` }, method, path, body);
  }

  anonymously(method: string, path: string, body?: unknown): Promise<RestAnswer> {
    return this.call({}, method, path, body);
  }

  /** A body that is text is sent as it is, anything else as JSON. */
  async call(
    headers: Record<string, string>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<RestAnswer> {
    const request = new Request(`http://127.0.0.1/api${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    });
    const { pathname } = new URL(request.url);
    const origin = { path: pathname.slice('/api'.length), remoteAddress: '192.0.2.1' };
    const response = await this.handle(request, origin);
    const text = await response.text();
    const answer: RestAnswer = {
      status: response.status,
      body: text === '' ? null : JSON.parse(text),
    };
    const routes = table.match(origin.path.replace(/(.)\/$/, '$1'))?.routes.values() ?? [];
    const route = [...routes].find((one) => one.method === method);
    if (route?.api === 'eventide')
      expectDocumented(method, route.path, answer.status, answer.body ?? undefined);
    return answer;
  }
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** The services that keep tickets, as far as they are asked. */
export const SERVICES = ['jira-cloud', 'jira-data-center', 'github', 'gitlab'] as const;
export type Service = (typeof SERVICES)[number];

export interface KeptTicket {
  readonly id: number;
  title: string;
  body: unknown;
  labels: readonly string[];
  isOpen: boolean;
  readonly comments: unknown[];
  readonly links: Map<string, unknown>;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export const isSearch = (path: string): boolean => path.includes('/search');
export const isCreation = ({ method, path }: Asked): boolean =>
  method === 'POST' && /\/issues?$/.test(path) && !isSearch(path);

type Reaction = (response: ServerResponse) => void;
/** `instead`: nothing is done; `after`: it is done, and the answer is another one, or none. */
export type Interference = { readonly instead: Reaction } | { readonly after: Reaction } | null;

export interface TicketService {
  readonly url: string;
  readonly tickets: KeptTicket[];
  readonly asked: readonly Asked[];
  /** What it would do for one that is `interfered` with, asked before each request. */
  interfere(how: (asked: Asked) => Interference): void;
  close(): Promise<void>;
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Reaction =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

/** The transitions of an issue of Jira, to and from Done. */
const TRANSITIONS = [
  { id: '11', name: 'Back to the start', to: { name: 'To Do', statusCategory: { key: 'new' } } },
  { id: '31', name: 'Ship it', to: { name: 'Shipped', statusCategory: { key: 'done' } } },
  { id: '41', name: 'Reject', to: { name: 'Rejected', statusCategory: { key: 'done' } } },
];

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}
const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

/** What all of them do with their tickets. */
class Tickets {
  readonly all: KeptTicket[] = [];

  add(title: string, body: unknown, labels: readonly string[]): KeptTicket {
    const id = this.all.length + 1;
    const made = { id, title, body, labels, isOpen: true, comments: [], links: new Map() };
    this.all.push(made);
    return made;
  }

  byId(id: string | undefined): KeptTicket | null {
    return this.all.find((one) => String(one.id) === id) ?? null;
  }

  with(sign: string): KeptTicket[] {
    return this.all.filter((one) => JSON.stringify(one).includes(sign));
  }
}

const record = z.record(z.string(), z.unknown());
const text = z.string();

type Route = (asked: Asked, tickets: Tickets, origin: string) => Answer;

/** A service of one kind on loopback, which behaves as its documentation says, and keeps what it is asked. */
export async function startTicketService(kind: Service): Promise<TicketService> {
  const tickets = new Tickets();
  const asked: Asked[] = [];
  let interference: (one: Asked) => Interference = () => null;
  const server = createServer((request, response) => {
    void (async () => {
      const sent = Buffer.concat(await request.toArray()).toString();
      const one: Asked = {
        ...{ method: request.method ?? '', path: request.url ?? '', headers: request.headers },
        body: sent === '' ? null : (JSON.parse(sent) as unknown),
      };
      asked.push(one);
      const how = interference(one);
      if (how && 'instead' in how) {
        how.instead(response);
        return;
      }
      const { status, body } = ROUTES[kind](one, tickets, origin());
      if (how) how.after(response);
      else if (body === undefined) response.writeHead(status).end();
      else answering(status, {}, JSON.stringify(body))(response);
    })().catch(() => response.destroy());
  });
  const origin = () => {
    const address = server.address();
    return `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ url: origin(), tickets: tickets.all, asked },
    interfere: (how) => {
      interference = how;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const UNAUTHORIZED: Answer = { status: 401, body: { message: 'Unauthorized' } };

function jiraOf(version: 2 | 3, authorization: string): Route {
  const base = `/rest/api/${String(version)}`;
  return (asked, tickets) => {
    if (asked.headers.authorization !== authorization) return UNAUTHORIZED;
    const { pathname } = new URL(asked.path, 'http://x');
    if (!pathname.startsWith(base)) return NOT_FOUND;
    const [, what, id, part] = pathname.slice(base.length).split('/');
    if (what === 'myself') return { status: 200, body: { displayName: 'Eve' } };
    if (what === 'project' && id === 'SHOP') {
      return { status: 200, body: { name: 'The shop', issueTypes: [{ name: 'Task' }] } };
    }
    if (what === 'mypermissions') return { status: 200, body: PERMISSIONS };
    if (what === 'search') return searched(asked, version, id, tickets);
    if (what !== 'issue') return NOT_FOUND;
    return asked.method === 'POST' && id === undefined
      ? createdIn(asked, version, tickets)
      : onIssue(asked, tickets.byId(id), part);
  };
}

const PERMISSIONS = {
  permissions: Object.fromEntries(
    ['CREATE_ISSUES', 'EDIT_ISSUES', 'ADD_COMMENTS', 'TRANSITION_ISSUES'].map((name) => [
      name,
      { havePermission: true },
    ]),
  ),
};

/** The old search is gone in the cloud, and the new one is not there in Data Center. */
function searched(asked: Asked, version: 2 | 3, how: string | undefined, tickets: Tickets): Answer {
  if (version === 3 && how === undefined) return { status: 410, body: {} };
  if (version === 2 && how !== undefined) return NOT_FOUND;
  const { jql, fields } = z.object({ jql: text, fields: z.array(text) }).parse(asked.body);
  const mark = /labels = "(\w+)"/.exec(jql)?.[1] ?? 'no mark';
  return {
    status: 200,
    body: {
      issues: tickets.with(mark).map((one) => (fields.includes('status') ? issueOf(one) : {})),
    },
  };
}

function issueOf({ id, isOpen }: KeptTicket) {
  const key = isOpen ? 'new' : 'done';
  return {
    ...{ id: String(id), key: `SHOP-${String(id)}` },
    fields: { status: { statusCategory: { key } } },
  };
}

function createdIn(asked: Asked, version: 2 | 3, tickets: Tickets): Answer {
  const { fields } = z
    .object({
      fields: z.object({
        project: z.object({ key: z.literal('SHOP') }),
        issuetype: z.object({ name: text }),
        summary: text.min(1).max(255),
        description: version === 3 ? record : text,
        labels: z.array(text.regex(/^\S+$/)).default([]),
      }),
    })
    .parse(asked.body);
  if (fields.issuetype.name !== 'Task') {
    return { status: 400, body: { errors: { issuetype: 'The issue type is not valid.' } } };
  }
  const { id } = tickets.add(fields.summary, fields.description, fields.labels);
  return { status: 201, body: { id: String(id), key: `SHOP-${String(id)}` } };
}

function onIssue({ method, body }: Asked, issue: KeptTicket | null, part?: string): Answer {
  if (!issue) return NOT_FOUND;
  if (method === 'GET' && part === undefined) return { status: 200, body: issueOf(issue) };
  if (method === 'GET') return { status: 200, body: { transitions: TRANSITIONS } };
  const sent = record.parse(body);
  if (method === 'PUT') {
    const fields = record.parse(sent.fields);
    issue.title = text.parse(fields.summary);
    issue.body = fields.description;
    return { status: 204 };
  }
  if (part === 'comment') {
    issue.comments.push(sent.body);
    return { status: 201, body: {} };
  }
  if (part === 'remotelink') {
    issue.links.set(text.max(255).parse(sent.globalId), sent.object);
    return { status: 201, body: {} };
  }
  const { id } = z.object({ id: text }).parse(sent.transition);
  const to = TRANSITIONS.find((one) => one.id === id)?.to;
  issue.isOpen = to?.statusCategory.key !== 'done';
  return { status: 204 };
}

function githubRoute(asked: Asked, tickets: Tickets, origin: string): Answer {
  if (asked.headers.authorization !== 'Bearer token') return UNAUTHORIZED;
  const { pathname, searchParams } = new URL(asked.path, 'http://x');
  const shown = (one: KeptTicket) => ({
    ...{ number: one.id, html_url: `${origin}/acme/shop/issues/${String(one.id)}` },
    ...{ state: one.isOpen ? 'open' : 'closed', body: one.body, title: one.title },
  });
  if (pathname === '/search/issues') {
    const mark = /"(\w+)"/.exec(searchParams.get('q') ?? '')?.[1] ?? 'no mark';
    return { status: 200, body: { items: tickets.with(mark).map(shown) } };
  }
  if (!pathname.startsWith('/repos/acme/shop')) return NOT_FOUND;
  const [, , , , , id, part] = pathname.split('/');
  if (pathname === '/repos/acme/shop') {
    const body = { full_name: 'acme/shop', has_issues: true, permissions: { push: false } };
    return { status: 200, body };
  }
  if (asked.method === 'GET' && id === undefined) {
    return { status: 200, body: tickets.all.map(shown) };
  }
  const sent = record.parse(asked.body ?? {});
  if (asked.method === 'POST' && id === undefined) {
    const labels = z.array(text).parse(sent.labels);
    const made = tickets.add(text.max(256).parse(sent.title), text.parse(sent.body), labels);
    return { status: 201, body: shown(made) };
  }
  const issue = tickets.byId(id);
  if (!issue) return NOT_FOUND;
  if (part === 'comments') {
    issue.comments.push(sent.body);
    return { status: 201, body: {} };
  }
  if (asked.method === 'PATCH') {
    if (sent.title !== undefined) issue.title = text.parse(sent.title);
    if (sent.body !== undefined) issue.body = sent.body;
    if (sent.state !== undefined) issue.isOpen = sent.state === 'open';
  }
  return { status: 200, body: shown(issue) };
}

function gitlabRoute(asked: Asked, tickets: Tickets, origin: string): Answer {
  if (asked.headers['private-token'] !== 'token') return UNAUTHORIZED;
  const { pathname, searchParams } = new URL(asked.path, 'http://x');
  const base = '/api/v4/projects/acme%2Fshop';
  if (!pathname.startsWith(base)) return NOT_FOUND;
  const shown = (one: KeptTicket) => ({
    ...{ iid: one.id, web_url: `${origin}/acme/shop/-/issues/${String(one.id)}` },
    ...{ state: one.isOpen ? 'opened' : 'closed', description: one.body, title: one.title },
  });
  const [, , id, part] = pathname.slice(base.length).split('/');
  if (pathname === base) {
    const permissions = { project_access: { access_level: 30 }, group_access: null };
    return { status: 200, body: { path_with_namespace: 'acme/shop', permissions } };
  }
  if (asked.method === 'GET' && id === undefined) {
    const found = tickets.with(searchParams.get('search') ?? 'no mark');
    return { status: 200, body: found.map(shown) };
  }
  const sent = record.parse(asked.body ?? {});
  if (asked.method === 'POST' && id === undefined) {
    const labels = text.default('').parse(sent.labels).split(',');
    const made = tickets.add(text.max(255).parse(sent.title), text.parse(sent.description), labels);
    return { status: 201, body: shown(made) };
  }
  const issue = tickets.byId(id);
  if (!issue) return NOT_FOUND;
  if (part === 'notes') {
    issue.comments.push(sent.body);
    return { status: 201, body: {} };
  }
  if (asked.method === 'PUT') {
    if (sent.title !== undefined) issue.title = text.parse(sent.title);
    if (sent.description !== undefined) issue.body = sent.description;
    if (sent.state_event !== undefined) issue.isOpen = sent.state_event === 'reopen';
  }
  return { status: 200, body: shown(issue) };
}

const BASIC = `Basic ${Buffer.from('eve@example.com:token').toString('base64')}`;
const ROUTES: Readonly<Record<Service, Route>> = {
  'jira-cloud': jiraOf(3, BASIC),
  'jira-data-center': jiraOf(2, 'Bearer token'),
  github: githubRoute,
  gitlab: gitlabRoute,
};

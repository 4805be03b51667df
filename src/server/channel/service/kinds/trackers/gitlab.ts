import { z } from 'zod';
import type { GitlabSettings } from '@/domain/channel/trackers';
import { markdownLine, markdownOf } from '@/domain/ticket/markdown';
import type { Answer } from '@/server/platform/outbound/guarded-fetch';
import type { SenderDeps } from '../sender';
import {
  anything,
  type Checked,
  checkedWith,
  present,
  type RemoteTicket,
  ticketAddress,
  type Tracker,
  type TrackerClient,
  trackerClient,
} from './tracker';

const issue = z.object({
  iid: z.int(),
  web_url: ticketAddress,
  state: z.string(),
  description: z.string().nullish(),
});

/** Whoever has less may not write issues of a private project; 10 is a guest. */
const GUEST = 10;

/** Keeps issues of one project of GitLab, wherever that runs. */
export function gitlab(
  deps: Pick<SenderDeps, 'outgoing' | 'clock'>,
  { url, project, labels }: GitlabSettings,
  token: string,
): Tracker {
  const client = trackerClient(deps, `${url}/api/v4`, {
    headers: { 'private-token': token },
    ...{ secrets: [token], waitOf },
  });
  const path = `/projects/${encodeURIComponent(project)}`;
  const put = async (id: string, body: object) => {
    await client.ask({ method: 'PUT', path: `${path}/issues/${id}`, body }, anything);
  };
  return {
    place: `${url} ${project}`,
    check: () => checked(client, path),
    find: (mark) => find(client, path, mark),
    get: async (id) => {
      const found = await client.ask({ path: `${path}/issues/${id}` }, issue, [404, 410]);
      return found && toRemote(found);
    },
    create: async (ticket) => {
      const body = {
        ...{ title: ticket.title, description: markdownOf(ticket) },
        ...(labels.length > 0 && { labels: labels.join(',') }),
      };
      const made = await client.ask({ method: 'POST', path: `${path}/issues`, body }, issue);
      return toRemote(present(made));
    },
    update: (id, ticket) => put(id, { title: ticket.title, description: markdownOf(ticket) }),
    comment: async (id, text) => {
      const body = { body: markdownLine(text) };
      await client.ask({ method: 'POST', path: `${path}/issues/${id}/notes`, body }, anything);
    },
    close: (id) => put(id, { state_event: 'close' }),
    reopen: (id) => put(id, { state_event: 'reopen' }),
  };
}

/** The search of a project's issues reads the database itself: it knows what was made a moment ago. */
async function find(
  client: TrackerClient,
  path: string,
  mark: string,
): Promise<RemoteTicket | null> {
  const query = new URLSearchParams({
    ...{ search: mark, in: 'description', state: 'all', scope: 'all' },
    ...{ per_page: '10', order_by: 'created_at', sort: 'asc' },
  });
  const issues = present(
    await client.ask({ path: `${path}/issues?${query.toString()}` }, z.array(issue)),
  );
  const found = issues.find(({ description }) => (description ?? '').includes(mark));
  return found ? toRemote(found) : null;
}

function toRemote({ iid, web_url: address, state }: z.output<typeof issue>): RemoteTicket {
  return { id: String(iid), name: `#${String(iid)}`, address, isOpen: state !== 'closed' };
}

const access = z.object({ access_level: z.int() }).nullish();

async function checked(client: TrackerClient, path: string): Promise<Checked> {
  const project = z.object({
    path_with_namespace: z.string(),
    issues_enabled: z.boolean().default(true),
    archived: z.boolean().default(false),
    permissions: z.object({ project_access: access, group_access: access }).optional(),
  });
  const { permissions, ...found } = present(await client.ask({ path }, project));
  const level = Math.max(
    permissions?.project_access?.access_level ?? 0,
    permissions?.group_access?.access_level ?? 0,
  );
  return checkedWith(
    `Found the project ${found.path_with_namespace}`,
    [
      !found.issues_enabled && 'its issues are turned off',
      found.archived && 'it is archived, so nothing can be written',
    ],
    [permissions !== undefined && level < GUEST && 'the token is of no member of it'],
  );
}

/** An older GitLab says by a header of its own until when. */
function waitOf({ status, headers }: Answer, _beginning: string, now: Date): number | null {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  if (status !== 429 || !Number.isFinite(reset)) return null;
  return Math.max(reset * 1_000 - now.getTime(), 0);
}

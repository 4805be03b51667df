import { z } from 'zod';
import type { GithubSettings } from '@/domain/channel/trackers';
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
  number: z.int(),
  html_url: ticketAddress,
  state: z.string(),
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
});
type Issue = z.output<typeof issue>;

const PAGE_SIZE = 30;
/** Of tickets that changed since one was begun. */
const MAX_PAGES = 10;
/** Clocks differ. */
const SLACK_MS = 10 * 60_000;
/** What GitHub asks for where it does not say how long. */
const SECONDARY_LIMIT_MS = 60_000;

/** Keeps issues of one repository, on GitHub or GitHub Enterprise Server. */
export function github(
  deps: Pick<SenderDeps, 'outgoing' | 'clock'>,
  { url, repository, labels }: GithubSettings,
  token: string,
): Tracker {
  const client = trackerClient(deps, url, {
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${token}`,
    },
    ...{ secrets: [token], waitOf },
  });
  const path = `/repos/${repository}`;
  const patch = async (id: string, body: object) => {
    await client.ask({ method: 'PATCH', path: `${path}/issues/${id}`, body }, anything);
  };
  return {
    place: `${url} ${repository}`,
    check: () => checked(client, path),
    find: async (mark, begunAt) =>
      (begunAt && (await findFresh(client, path, mark, begunAt))) ??
      (await findIndexed(client, repository, mark)),
    get: async (id) => {
      const found = await client.ask({ path: `${path}/issues/${id}` }, issue, [404, 410]);
      return found && toRemote(found);
    },
    create: async (ticket) => {
      const body = { title: ticket.title, body: markdownOf(ticket), labels };
      const made = await client.ask({ method: 'POST', path: `${path}/issues`, body }, issue);
      return toRemote(present(made));
    },
    update: (id, ticket) => patch(id, { title: ticket.title, body: markdownOf(ticket) }),
    comment: async (id, text) => {
      const body = { body: markdownLine(text) };
      await client.ask({ method: 'POST', path: `${path}/issues/${id}/comments`, body }, anything);
    },
    close: (id) => patch(id, { state: 'closed', state_reason: 'completed' }),
    reopen: (id) => patch(id, { state: 'open', state_reason: 'reopened' }),
  };
}

/** The list is as new as the repository, but long: only what changed since is looked through. */
async function findFresh(
  client: TrackerClient,
  path: string,
  mark: string,
  begunAt: Date,
): Promise<RemoteTicket | null> {
  const since = new Date(begunAt.getTime() - SLACK_MS).toISOString();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      ...{ state: 'all', sort: 'created', direction: 'desc', since },
      ...{ per_page: String(PAGE_SIZE), page: String(page) },
    });
    const issues = present(
      await client.ask({ path: `${path}/issues?${query.toString()}` }, z.array(issue)),
    );
    const found = issues.find((one) => isMarked(one, mark));
    if (found) return toRemote(found);
    if (issues.length < PAGE_SIZE) return null;
  }
  return null;
}

/** The index knows all that is older than some seconds. */
async function findIndexed(
  client: TrackerClient,
  repository: string,
  mark: string,
): Promise<RemoteTicket | null> {
  const query = new URLSearchParams({
    ...{ q: `"${mark}" in:body is:issue repo:${repository}`, per_page: '10' },
    ...{ sort: 'created', order: 'asc' },
  });
  const answer = z.object({ items: z.array(issue) });
  const { items } = present(
    await client.ask({ path: `/search/issues?${query.toString()}` }, answer),
  );
  const found = items.find((one) => isMarked(one, mark));
  return found ? toRemote(found) : null;
}

function isMarked({ body, pull_request: pull }: Issue, mark: string): boolean {
  return pull === undefined && (body ?? '').includes(mark);
}

function toRemote({ number, html_url: address, state }: Issue): RemoteTicket {
  return { id: String(number), name: `#${String(number)}`, address, isOpen: state !== 'closed' };
}

async function checked(client: TrackerClient, path: string): Promise<Checked> {
  const repository = z.object({
    full_name: z.string(),
    has_issues: z.boolean().default(true),
    archived: z.boolean().default(false),
    permissions: z.object({ push: z.boolean().optional() }).optional(),
  });
  const found = present(await client.ask({ path }, repository));
  // That it may be read is no proof that issues may be.
  await client.ask({ path: `${path}/issues?state=all&per_page=1` }, anything);
  return checkedWith(
    `Found the repository ${found.full_name}`,
    [
      !found.has_issues && 'its issues are turned off',
      found.archived && 'it is archived, so nothing can be written',
    ],
    [found.permissions?.push === false && 'without the right to push, labels are left out'],
  );
}

/** GitHub says 403 as well as 429 when it is asked too much, and by headers of its own until when. */
function waitOf({ status, headers }: Answer, beginning: string, now: Date): number | null {
  if (status !== 403 && status !== 429) return null;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  if (headers.get('x-ratelimit-remaining') === '0' && Number.isFinite(reset)) {
    return Math.max(reset * 1_000 - now.getTime(), 0);
  }
  return /rate limit/i.test(beginning) ? SECONDARY_LIMIT_MS : null;
}

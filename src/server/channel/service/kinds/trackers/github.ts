import { z } from 'zod';
import type { GithubSettings } from '@/domain/channel/trackers';
import { markdownLine, markdownOf } from '@/domain/ticket/markdown';
import { type Answer, sameOriginAddress } from '@/server/platform/outbound/guarded-fetch';
import type { SenderDeps } from '../sender';
import {
  anything,
  type Checked,
  checkedWith,
  OutOfReach,
  present,
  type RemoteTicket,
  ticketAddress,
  type Tracker,
  type TrackerClient,
  trackerClient,
  TrackerFault,
} from './tracker';

const issue = z.object({
  number: z.int(),
  html_url: ticketAddress,
  state: z.string(),
  body: z.string().nullish(),
  pull_request: z.unknown().optional(),
});
type Issue = z.output<typeof issue>;

const written = anything.transform(() => true);

const PAGE_SIZE = 30;
/** Of tickets that changed since one was begun. */
const MAX_PAGES = 10;
/** An issue may be transferred again. */
const MAX_MOVES = 3;
/** What is said of an issue of another repository that the token may not read, or not write to. */
const NOT_OURS: readonly number[] = [403, 404];
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
  const write = async (method: 'PATCH' | 'POST', id: string, below: string, body: object) => {
    const question = { method, path: `${issuePath(path, id)}${below}`, body };
    const isTaken = await client.ask(question, written, isMoved(id) ? NOT_OURS : []);
    if (!isTaken) throw new OutOfReach();
  };
  const patch = (id: string, body: object) => write('PATCH', id, '', body);
  return {
    place: `${url} ${repository}`,
    check: () => checked(client, path),
    find: async (mark, begunAt) =>
      (begunAt && (await findFresh(client, path, mark, begunAt))) ??
      (await findIndexed(client, repository, mark)),
    get: (id) => read(client, url, path, id),
    create: async (ticket) => {
      const body = { title: ticket.title, body: markdownOf(ticket), labels };
      const made = await client.ask({ method: 'POST', path: `${path}/issues`, body }, issue);
      return toRemote(present(made));
    },
    update: (id, ticket) => patch(id, { title: ticket.title, body: markdownOf(ticket) }),
    comment: (id, text) => write('POST', id, '/comments', { body: markdownLine(text) }),
    close: (id) => patch(id, { state: 'closed', state_reason: 'completed' }),
    reopen: (id) => patch(id, { state: 'open', state_reason: 'reopened' }),
  };
}

/** One that was transferred to another repository has the number of that before its own: `1296269/7`. */
const MOVED = /^(\d+)\/(\d+)$/;
const isMoved = (id: string) => MOVED.test(id);

function issuePath(path: string, id: string): string {
  const [, repository, number] = MOVED.exec(id) ?? [];
  return repository === undefined
    ? `${path}/issues/${id}`
    : `/repositories/${repository}/issues/${String(number)}`;
}

/**
 * Reads an issue, also where it was transferred to: nothing is followed, only the two numbers of the answer are looked at, and
 * asked for at the address of the channel.
 * @throws OutOfReach when it is where the token may not read
 */
async function read(
  client: TrackerClient,
  url: string,
  path: string,
  id: string,
): Promise<RemoteTicket | null> {
  let at = id;
  for (let moves = 0; ; moves += 1) {
    try {
      const gone = isMoved(at) ? [410] : [404, 410];
      const found = await client.ask({ path: issuePath(path, at) }, issue, gone);
      if (!found) return null;
      return at === id ? { ...toRemote(found), id } : { ...toRemote(found), id: at, movedFrom: id };
    } catch (error) {
      if (!(error instanceof TrackerFault)) throw error;
      const { status, retryAfterMs } = error.outcome;
      const isHidden = status !== null && retryAfterMs === null && NOT_OURS.includes(status);
      if (isMoved(at) && isHidden) throw new OutOfReach();
      const next = movedIdOf(url, error.movedTo);
      if (next === null || moves === MAX_MOVES) throw error;
      at = next;
    }
  }
}

/** The id of what an address of the same service names as an issue; null for any other address. */
function movedIdOf(url: string, movedTo: string | null): string | null {
  const base = new URL(url);
  const address = movedTo === null ? null : sameOriginAddress(base, movedTo);
  const root = base.pathname.replace(/\/$/, '');
  if (!address?.pathname.startsWith(root)) return null;
  const below = /^\/repositories\/(\d{1,20})\/issues\/(\d{1,20})$/.exec(
    address.pathname.slice(root.length),
  );
  return below ? `${String(below[1])}/${String(below[2])}` : null;
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

import { z } from 'zod';
import type { JiraSettings } from '@/domain/channel/trackers';
import { failed } from '@/domain/channel/outcome';
import { adfLine, adfOf } from '@/domain/ticket/adf';
import type { Ticket } from '@/domain/ticket/ticket';
import { wikiLine, wikiOf } from '@/domain/ticket/wiki';
import { isLineOf, lineOfOthers } from '@/domain/validation/foreign-text';
import type { SenderDeps } from '../sender';
import {
  anything,
  type Checked,
  checkedWith,
  present,
  type RemoteTicket,
  type Tracker,
  type TrackerClient,
  trackerClient,
  TrackerFault,
} from './tracker';

const category = z.object({ key: z.string() });
const MAX_NAME_LENGTH = 255;
/** Another text in its place would be another issue's, or none's. */
const issueId = z.string().refine((id) => isLineOf(id, MAX_NAME_LENGTH));
const issueKey = z.string().transform((key) => lineOfOthers(key, MAX_NAME_LENGTH));
const issue = z.object({
  id: issueId,
  key: issueKey,
  fields: z.object({ status: z.object({ statusCategory: category }) }),
});
const transitions = z.object({
  transitions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      to: z.object({ name: z.string(), statusCategory: category }),
    }),
  ),
});
type Transition = z.output<typeof transitions>['transitions'][number];

const DONE = 'done';
/** Its index takes seconds, and minutes when it is rebuilt or busy. */
const BEHIND_MS = 15 * 60_000;
const FIELDS = ['status'];

interface Jira {
  readonly client: TrackerClient;
  readonly settings: JiraSettings;
  /** The interface's own path, which differs as what descriptions are written in does. */
  readonly path: string;
}

/** Keeps issues of one project of Jira, in the cloud or in Data Center. */
export function jira(
  deps: Pick<SenderDeps, 'outgoing' | 'clock'>,
  settings: JiraSettings,
  { email, token }: { readonly email: string; readonly token: string },
): Tracker {
  const { url, deployment, project } = settings;
  const basic = Buffer.from(`${email}:${token}`).toString('base64');
  const client = trackerClient(deps, url, {
    headers: {
      authorization: email === '' ? `Bearer ${token}` : `Basic ${basic}`,
    },
    secrets: [token, basic],
  });
  const here: Jira = {
    ...{ client, settings },
    path: deployment === 'cloud' ? '/rest/api/3' : '/rest/api/2',
  };
  return {
    place: `${url} ${project}`,
    behindMs: BEHIND_MS,
    check: () => checked(here),
    find: (mark) => find(here, mark),
    get: async (id) => {
      const path = `${here.path}/issue/${id}?fields=${FIELDS.join(',')}`;
      const found = await client.ask({ path }, issue, [404]);
      return found && toRemote(here, found);
    },
    create: (ticket) => create(here, ticket),
    update: (id, ticket) => update(here, id, ticket),
    link: (id, ticket) => link(here, id, ticket),
    comment: async (id, text) => {
      const body = { body: deployment === 'cloud' ? adfLine(text) : wikiLine(text) };
      const path = `${here.path}/issue/${id}/comment`;
      await client.ask({ method: 'POST', path, body }, anything);
    },
    close: (id) => move(here, id, 'closes', closing(settings)),
    reopen: (id) => move(here, id, 'opens', opening),
  };
}

function toRemote({ settings }: Jira, { id, key, fields }: z.output<typeof issue>): RemoteTicket {
  return {
    ...{ id, name: key, address: `${settings.url}/browse/${encodeURIComponent(key)}` },
    isOpen: fields.status.statusCategory.key !== DONE,
  };
}

function descriptionOf({ settings }: Jira, ticket: Ticket) {
  return settings.deployment === 'cloud' ? adfOf(ticket) : wikiOf(ticket);
}

/** The key of the link back, by which a ticket is found that has lost its label. */
const globalIdOf = (mark: string) => `eventide/${mark}`;

async function find(here: Jira, mark: string): Promise<RemoteTicket | null> {
  const { client, path, settings } = here;
  const jql = [
    `project = "${settings.project}" AND (labels = "${mark}" OR description ~ "${mark}"`,
    `OR issue in issuesWithRemoteLinksByGlobalId("${globalIdOf(mark)}")) ORDER BY created ASC`,
  ].join(' ');
  const answer = present(
    await client.ask(
      {
        method: 'POST',
        path: settings.deployment === 'cloud' ? `${path}/search/jql` : `${path}/search`,
        body: { jql, maxResults: 1, fields: FIELDS },
      },
      z.object({ issues: z.array(issue) }),
    ),
  );
  const [found] = answer.issues;
  return found ? toRemote(here, found) : null;
}

async function create(here: Jira, ticket: Ticket): Promise<RemoteTicket> {
  const { client, path, settings } = here;
  const fields = {
    project: { key: settings.project },
    issuetype: { name: settings.issue_type },
    summary: ticket.title,
    description: descriptionOf(here, ticket),
  };
  const ask = (more: object) =>
    client.ask(
      { method: 'POST', path: `${path}/issue`, body: { fields: { ...fields, ...more } } },
      z.object({ id: issueId, key: issueKey }),
    );
  const made = await ask({ labels: [...settings.labels, ticket.mark] }).catch((error: unknown) => {
    // A project whose screen has no labels takes none; the mark is in the description, too.
    if (!isAboutLabels(error)) throw error;
    return ask({});
  });
  const { id, key } = present(made);
  return toRemote(here, { id, key, fields: { status: { statusCategory: { key: 'new' } } } });
}

function isAboutLabels(error: unknown): boolean {
  return (
    error instanceof TrackerFault &&
    error.outcome.status === 400 &&
    /"labels"\s*:/.test(error.outcome.answer)
  );
}

async function update(here: Jira, id: string, ticket: Ticket): Promise<void> {
  const body = { fields: { summary: ticket.title, description: descriptionOf(here, ticket) } };
  await here.client.ask({ method: 'PUT', path: `${here.path}/issue/${id}`, body }, anything);
}

/** Links back to the list. Where links are turned off, the description has it. */
async function link({ client, path }: Jira, id: string, ticket: Ticket): Promise<void> {
  if (ticket.link === null) return;
  const body = {
    globalId: globalIdOf(ticket.mark),
    application: { type: 'eventide', name: 'Eventide' },
    object: { url: ticket.link.href, title: ticket.link.label },
  };
  const linked = `${path}/issue/${id}/remotelink`;
  await client.ask({ method: 'POST', path: linked, body }, anything, [403, 404]);
}

type Choose = (all: readonly Transition[]) => Transition | undefined;

function closing({ done_transition: named }: JiraSettings): Choose {
  const isNamed = (text: string) => text.toLowerCase() === named.toLowerCase();
  if (named === '') return (all) => all.find(({ to }) => to.statusCategory.key === DONE);
  return (all) => all.find(({ name }) => isNamed(name)) ?? all.find(({ to }) => isNamed(to.name));
}

/** To where work has not begun, if there is a way. */
const opening: Choose = (all) =>
  all.find(({ to }) => to.statusCategory.key === 'new') ??
  all.find(({ to }) => to.statusCategory.key !== DONE);

async function move(here: Jira, id: string, does: string, choose: Choose): Promise<void> {
  const path = `${here.path}/issue/${id}/transitions`;
  const { transitions: all } = present(await here.client.ask({ path }, transitions));
  const chosen = choose(all);
  if (!chosen) {
    const names = all.map(({ name }) => name).join(', ') || 'none';
    const answer = `The ticket has no transition that ${does} it; it has: ${names}`;
    throw new TrackerFault(failed('refused', answer));
  }
  const body = { transition: { id: chosen.id } };
  await here.client.ask({ method: 'POST', path, body }, anything);
}

async function checked({ client, path, settings }: Jira): Promise<Checked> {
  const { project: key, issue_type: type } = settings;
  const me = present(
    await client.ask({ path: `${path}/myself` }, z.object({ displayName: z.string() })),
  );
  const project = z.object({
    name: z.string(),
    issueTypes: z.array(z.object({ name: z.string() })).default([]),
  });
  const found = present(await client.ask({ path: `${path}/project/${key}` }, project));
  const rights = z.object({
    permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })),
  });
  const wanted = ['CREATE_ISSUES', 'EDIT_ISSUES', 'ADD_COMMENTS', 'TRANSITION_ISSUES'];
  const query = new URLSearchParams({ projectKey: key, permissions: wanted.join(',') });
  const { permissions } = present(
    await client.ask({ path: `${path}/mypermissions?${query.toString()}` }, rights),
  );
  const lacking = wanted.filter((one) => permissions[one]?.havePermission !== true);
  const types = found.issueTypes.map(({ name }) => name);
  return checkedWith(`Found the project ${found.name} (${key}), as ${me.displayName}`, [
    !types.includes(type) && `it has no type ${type}, but ${types.join(', ')}`,
    lacking.length > 0 && `not permitted: ${lacking.join(', ')}`,
  ]);
}

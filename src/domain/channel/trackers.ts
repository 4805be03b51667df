import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { webAddress } from './web-address';

/** What is known of channels that keep tickets, and what of them nobody sees. */

export const TRACKER_KINDS = ['jira', 'github', 'gitlab'] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

export const isTrackerKind = (kind: string): kind is TrackerKind =>
  TRACKER_KINDS.some((one) => one === kind);

const MAX_LABELS = 20;
const MAX_NAME_LENGTH = 255;

/** The address that those of the interface are made from: without a slash at its end. */
const baseAddress = webAddress
  .refine((text) => !text.includes('?'), { error: 'must have no query' })
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:[^?]*$' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Jira takes none with spaces, and GitLab separates them by commas. */
const label = storedText(MAX_NAME_LENGTH).regex(/^[^\s,]+$/, {
  error: 'must be one word without commas',
});
const labels = z
  .array(label)
  .max(MAX_LABELS)
  .default([])
  .transform((all) => [...new Set(all)])
  .describe('Given to each new ticket');

export const JIRA_DEPLOYMENTS = ['cloud', 'data_center'] as const;
export type JiraDeployment = (typeof JIRA_DEPLOYMENTS)[number];

export const jiraSettings = z.object({
  url: baseAddress.describe('Of the site: `https://acme.atlassian.net`'),
  deployment: z.enum(JIRA_DEPLOYMENTS).default('cloud'),
  project: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,254}$/)
    .describe('The key of the project'),
  issue_type: storedText(MAX_NAME_LENGTH).min(1).default('Task'),
  labels,
  done_transition: storedText(MAX_NAME_LENGTH)
    .default('')
    .describe(
      'The transition that closes a ticket, or the state that it leads to; empty: the first that leads to a state of the category Done',
    ),
});
export type JiraSettings = z.output<typeof jiraSettings>;

export const GITHUB_URL = 'https://api.github.com';
export const githubSettings = z.object({
  url: baseAddress
    .default(GITHUB_URL)
    .describe('Of the REST interface; of GitHub Enterprise Server `https://<host>/api/v3`'),
  repository: z
    .string()
    .max(MAX_NAME_LENGTH)
    .regex(/^[A-Za-z0-9-]+\/(?!\.{1,2}$)[\w.-]+$/)
    .describe('`<owner>/<name>`'),
  labels,
});
export type GithubSettings = z.output<typeof githubSettings>;

export const GITLAB_URL = 'https://gitlab.com';
export const gitlabSettings = z.object({
  url: baseAddress.default(GITLAB_URL).describe('Of the installation'),
  project: z
    .string()
    .max(MAX_NAME_LENGTH)
    .regex(/^(?:\d+|[\w.-]+(?:\/[\w.-]+)+)$/)
    .describe('Its path with the groups, or its number'),
  labels,
});
export type GitlabSettings = z.output<typeof gitlabSettings>;

/** A secret that stands in a header. */
const token = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7e]+$/, { error: 'must be one word of ASCII characters' });

export const jiraCredentials = z
  .object({
    email: z
      .string()
      .max(MAX_NAME_LENGTH)
      .regex(/^[^\s:]*$/)
      .default('')
      .describe('Whose token it is, in the cloud; of Data Center none'),
    token: token.describe(
      'An API token in the cloud, a personal access token of Data Center; never shown again',
    ),
  })
  .meta({ id: 'JiraToken', example: { email: 'eventide@example.com', token: 'ATATT3xFf' } });

export const tokenCredentials = z
  .object({ token: token.describe('That may read and write issues; never shown again') })
  .meta({ id: 'TrackerToken', example: { token: 'github_pat_11A' } });

import { z } from 'zod';
import { isOfCalendar } from '@/domain/eol/calendar';
import { type AdminClient, KeycloakFailure } from './admin-client';

/** Members that one call asks for, and members of an organization that are read in all. */
const PAGE_SIZE = 500;
const MAX_MEMBERS = 10_000;

/**
 * The attribute of an organization at Keycloak that says who administers it here: the ids of users, each as a
 * value of its own. Ids, because people may be able to change their name and address themselves.
 */
const ADMINS_ATTRIBUTE = 'eventide_admins';

const organizationAnswer = z.object({
  id: z.string(),
  enabled: z.boolean().default(true),
  attributes: z.record(z.string(), z.array(z.string())).default({}),
});
const organizationsAnswer = z.array(
  z.object({ id: z.string(), enabled: z.boolean().default(true) }),
);
const memberAnswer = z.object({
  id: z.guid(),
  username: z.string(),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  email: z.string().default(''),
  emailVerified: z.boolean().default(false),
  enabled: z.boolean().default(true),
  federationLink: z.string().nullable().default(null),
  createdTimestamp: z
    .number()
    .transform((ms) => new Date(ms))
    // What a user store gives may be no time at all: that person joined at some time all the same.
    .transform((at) => (isOfCalendar(at) ? at : new Date(0)))
    .default(new Date(0)),
});
/** What a number of seconds is there, Java's `int`: 68 years. */
const MAX_SECONDS = 2_147_483_647;
const realmAnswer = z.object({
  actionTokenGeneratedByAdminLifespan: z.number().positive().max(MAX_SECONDS),
});

export interface KeycloakOrganization {
  readonly isEnabled: boolean;
  /** Ids of users. The list of members tells whether they are members. */
  readonly adminIds: ReadonlySet<string>;
}

export interface KeycloakMember {
  /** The subject that people sign in as. */
  readonly id: string;
  /** First and last name, else the user name. */
  readonly name: string;
  /** Lower case; the user name of a person who has no address. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  /** False for a person who was switched off there, and for one whom Keycloak could not ask their user store for (26.4). */
  readonly isEnabled: boolean;
  /** The directory that the account comes from; null for Keycloak's own. */
  readonly userStore: string | null;
  /** When the account was made: Keycloak does not keep when it joined. */
  readonly createdAt: Date;
}

/** Outcomes of an invitation that was to be sent. */
export type Sent = 'sent' | 'is-member' | 'no-organization' | 'not-mailed' | 'not-accepted';

/**
 * Keycloak's organizations, as its admin interface shows them (26.2). Ids are UUIDs: that is checked before, and
 * anything else is nobody's. Every call throws `KeycloakFailure` for an answer that cannot be used.
 */
export interface KeycloakOrganizations {
  /** Null for one that Keycloak does not have. */
  organization(id: string): Promise<KeycloakOrganization | null>;
  /** Also a person who is switched off. Null for a person who is not a member, or an organization that Keycloak does not have. */
  member(id: string, userId: string): Promise<KeycloakMember | null>;
  /** The first ten thousand, also who is switched off; nobody for an organization that Keycloak does not have. */
  members(id: string): Promise<{ readonly people: KeycloakMember[]; readonly isComplete: boolean }>;
  /** Ids of the enabled organizations of a user; null for one whom Keycloak does not have. */
  organizationsOf(userId: string): Promise<string[] | null>;
  invite(id: string, email: string): Promise<Sent>;
  /** Milliseconds that the link in an invitation holds. */
  invitationLifetimeMs(): Promise<number>;
  /** A person who is no member is not one afterwards either. */
  remove(id: string, userId: string): Promise<void>;
}

export function keycloakOrganizations(client: AdminClient): KeycloakOrganizations {
  const get = getter(client);
  return {
    organization: async (id) => {
      const found = await get(organizationAnswer, ['organizations', id]);
      if (!found) return null;
      const { enabled: isEnabled, attributes } = found;
      return { isEnabled, adminIds: new Set(attributes[ADMINS_ATTRIBUTE]) };
    },
    member: async (id, userId) => {
      const found = await get(memberAnswer, ['organizations', id, 'members', userId]);
      return found && toMember(found);
    },
    members: (id) => allMembers(get, id),
    organizationsOf: async (userId) => {
      const path = ['organizations', 'members', userId, 'organizations'];
      const found = await get(organizationsAnswer, path);
      return found && found.filter(({ enabled }) => enabled).map(({ id }) => id);
    },
    invite: async (id, email) => {
      const { status } = await client({
        method: 'POST',
        path: ['organizations', id, 'members', 'invite-user'],
        form: { email },
        answers: [400, 404, 409, 500],
      });
      return outcomeOf(status);
    },
    invitationLifetimeMs: async () => {
      const { status, body } = await client({ method: 'GET', path: [] });
      const realm = read(realmAnswer, body, status);
      return realm.actionTokenGeneratedByAdminLifespan * 1000;
    },
    remove: async (id, userId) => {
      const path = ['organizations', id, 'members', userId];
      await client({ method: 'DELETE', path, answers: [404] });
    },
  };
}

/** Null: Keycloak does not have it. */
type Get = <T>(
  schema: z.ZodType<T>,
  path: readonly string[],
  query?: Readonly<Record<string, string>>,
) => Promise<T | null>;

function getter(client: AdminClient): Get {
  return async (schema, path, query) => {
    const { status, body } = await client({ method: 'GET', path, query, answers: [404] });
    return status === 404 ? null : read(schema, body, status);
  };
}

async function allMembers(get: Get, id: string) {
  const people: KeycloakMember[] = [];
  while (people.length < MAX_MEMBERS) {
    const query = { first: String(people.length), max: String(PAGE_SIZE) };
    const page = await get(z.array(memberAnswer), ['organizations', id, 'members'], query);
    people.push(...(page ?? []).map(toMember));
    if (!page || page.length < PAGE_SIZE) return { people, isComplete: true };
  }
  return { people, isComplete: false };
}

function outcomeOf(status: number): Sent {
  switch (status) {
    case 400:
      return 'not-accepted';
    case 404:
      return 'no-organization';
    case 409:
      return 'is-member';
    // The one thing that it does beyond looking things up is to send mail.
    case 500:
      return 'not-mailed';
    default:
      return 'sent';
  }
}

function read<T>(schema: z.ZodType<T>, body: unknown, status: number): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new KeycloakFailure('unreadable', status);
  return parsed.data;
}

function toMember(row: z.infer<typeof memberAnswer>): KeycloakMember {
  const name = `${row.firstName} ${row.lastName}`.trim();
  return {
    id: row.id,
    name: name === '' ? row.username : name,
    email: (row.email === '' ? row.username : row.email).toLowerCase(),
    isEmailVerified: row.email !== '' && row.emailVerified,
    isEnabled: row.enabled,
    userStore: row.federationLink,
    createdAt: row.createdTimestamp,
  };
}

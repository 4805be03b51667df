import { v7 as uuidv7 } from 'uuid';
import { generateApiKey, parseApiKey } from '@/domain/api-key/api-key';
import { addDays, startOfDayMs, type Day } from '@/domain/eol/calendar';
import { addApiKey } from '@/server/api-key/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import { insertMembership } from '@/server/organization/repository';
import { foundOrganization, type Founder } from '@/server/organization/service';
import { addOperator } from '@/server/operator/service';
import { createUser } from '@/server/user/service/people';
import { keys, type KeyName } from '../../../prisma/seed/organization/keys';
import { organizationName, people } from '../../../prisma/seed/organization/people';
import { DEMO_API_KEY, DEMO_KEY_NAME } from './settings';

/** The organization before its first scan. */
export interface FoundedOrganization {
  readonly admin: Actor;
  /** Who uploads with which key. */
  readonly callers: ReadonlyMap<KeyName, Principal>;
}

const WORKDAY_STARTS_MS = 8 * 60 * 60 * 1000;

/** A moment on the morning of the day so many days before today. */
export function morningOf(today: Day, daysAgo: number): Date {
  return new Date(startOfDayMs(addDays(today, -daysAgo)) + WORKDAY_STARTS_MS);
}

/** Creates the organization, its people and its keys, each on the day the scenario names. */
export async function foundDemoOrganization(
  tx: Transaction,
  passwordHash: string,
  today: Day,
): Promise<FoundedOrganization> {
  const origin = { requestId: uuidv7(), remoteAddress: '10.20.1.5' };
  const users = [];
  for (const person of people) {
    const { name, email } = person;
    // One address is still a claim, as where somebody came by a link that was passed on.
    const provenBy = person.role === 'viewer' ? null : 'invitation';
    const at = morningOf(today, person.joinedDaysAgo);
    users.push({
      ...person,
      ...(await createUser(tx, { name, email, passwordHash, provenBy }, at)),
      at,
    });
  }
  const [first, ...others] = users;
  if (!first) throw new Error('The demo has nobody to found its organization');
  const { id, name } = first;
  await addOperator(tx, { kind: 'person', id, name, origin }, first, first.at);
  const founder: Founder = {
    kind: 'person',
    id: first.id,
    name: first.name,
    userId: first.id,
    apiKeyId: null,
  };
  const { organizationId } = await foundOrganization(
    tx,
    founder,
    { name: organizationName },
    { at: first.at, origin },
  );
  for (const { id, role, at } of others) {
    await insertMembership(organizationId, tx, { userId: id, role, joinedAt: at });
  }
  const admin: Actor = {
    kind: 'person',
    id: first.id,
    name: first.name,
    organizationId,
    role: 'admin',
    origin,
  };
  return { admin, callers: await addKeys(tx, admin, today) };
}

async function addKeys(
  tx: Transaction,
  admin: Actor,
  today: Day,
): Promise<ReadonlyMap<KeyName, Principal>> {
  const callers = new Map<KeyName, Principal>();
  for (const { name, role, createdDaysAgo, ...more } of keys) {
    const expiresAt = 'expiresInDays' in more ? morningOf(today, -more.expiresInDays) : null;
    const key = { name, role, expiresAt };
    const at = morningOf(today, createdDaysAgo);
    const { id } = await addApiKey(tx, admin, key, generateApiKey(), at);
    callers.set(name, { kind: 'api_key', id, name, role, organizationId: admin.organizationId });
  }
  const secret = parseApiKey(DEMO_API_KEY);
  if (!secret) throw new Error('The key of the demo has not the form of a key');
  const key = { name: DEMO_KEY_NAME, role: 'scanner', expiresAt: null } as const;
  await addApiKey(tx, admin, key, secret, morningOf(today, 1));
  return callers;
}

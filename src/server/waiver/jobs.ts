import { dayOf } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import type { Deps } from '@/server/platform/deps';
import { findDueOrganizations } from './repository/notices';
import { type DecidersDeps, sendMails } from './service/mail';
import { tellOfEnds } from './service/notices';

/** Milliseconds between two looks for waivers that end: they end with a day. */
const ROUND_MS = 10 * 60_000;

/** Milliseconds until it is seen that somebody is to be mailed. */
const MAILS_EVERY_MS = 5_000;

/** Messages to one organization in one round; the next round goes on. */
const MAX_MESSAGES = 20;

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

/**
 * Tells of the ends of waivers in time, from now on, whichever process does.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleWaiverNotices(deps: NoticeDeps): () => Promise<void> {
  const failure = 'ends of waivers were not told';
  const rounds = { name: 'notices of waivers', everyMs: ROUND_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => tellAll(deps, signal));
}

/**
 * Mails those who may decide on what is asked for, from now on, as far as whoever noted it did not, or was killed. Any
 * number of processes may do so.
 * @returns a function that ends it, once what is being sent has been sent
 */
export function scheduleWaiverMails(deps: DecidersDeps): () => Promise<void> {
  const failure = 'mails on what is asked for were not sent';
  const rounds = { name: 'mails on waivers', everyMs: MAILS_EVERY_MS, failure };
  return scheduleRounds(deps, rounds, (signal) => sendMails(deps, signal));
}

/** Goes through the organizations with something due. One that fails keeps no other from its turn. */
export async function tellAll(deps: NoticeDeps, signal: AbortSignal): Promise<Turns> {
  const due = await findDueOrganizations(deps.db, dayOf(deps.clock.now()));
  return giveTurns(deps, due, (organizationId) => tellOrganization(deps, organizationId), {
    ...{ failure: 'ends of waivers were not told', signal },
  });
}

async function tellOrganization(deps: NoticeDeps, organizationId: OrganizationId): Promise<void> {
  for (let sent = 0; sent < MAX_MESSAGES; sent += 1) {
    if (await tellOfEnds(deps, organizationId)) return;
  }
}

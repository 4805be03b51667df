import { dayOf, DAY_MS } from '@/domain/eol/calendar';
import { MAX_ATTEMPTS, nextAttemptAt } from '@/domain/channel/schedule';
import { isDomainError } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { counted } from '@/domain/message/words';
import { placeWords, waiverState } from '@/domain/waiver/waiver';
import { mailedAt } from '@/server/inbox/service/tell';
import { derivedLinkToken } from '@/server/platform/auth/link-token';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { inBackground } from '@/server/platform/jobs/background';
import { takeAll } from '@/server/platform/limits/limits';
import { fromNth } from '@/server/platform/mail/from-nth';
import { writeLetter } from '@/server/platform/mail/letter';
import {
  isAboutMail,
  isMailError,
  type Mailer,
  type MailMessage,
} from '@/server/platform/mail/mailer';
import { say, verbatim } from '@/server/platform/mail/words';
import { saveLink } from '../repository/links';
import { addDone, claimMail, type ClaimedMail, putMails, settleMail } from '../repository/mails';
import { findDeciders, findMembersById, type WaiverMember } from '../repository/people';
import { findWaivers, type WaiverRow } from '../repository/waivers';
import { findDecidable } from './decide';

/** How long a mailed link decides on a waiver. The page of the waiver, behind a sign-in, does it for as long as it takes. */
export const LINK_LIFETIME_MS = 3 * DAY_MS;

/** More than one mail takes, so nobody else begins while it goes on. What a killed process had in hand is taken up after it. */
const LEASE_MS = 90_000;

/** Waivers that one mail names; the queue has them all. */
const MOST_NAMED = 25;
/** What waits for the reader, in the dashboard. */
const QUEUE = '/waivers?show=waiting';

/**
 * Notes, in the transaction that asks, that those who may decide are to be mailed: whichever process gets to it does. Does
 * nothing where no mail is configured: the queue in the dashboard has it.
 */
export async function noteForDeciders(
  { mailer, clock }: Pick<Deps, 'mailer' | 'clock'>,
  tx: Transaction,
  organizationId: OrganizationId,
  waiverIds: readonly string[],
): Promise<void> {
  if (mailer) await putMails(organizationId, tx, waiverIds, clock.now());
}

/** Mails what has just been noted, in the background; what fails is left to the job. */
export function mailDeciders(deps: Deps): void {
  const isNoted = { isNoted: true };
  inBackground(deps, 'mail on what is asked for', (ending) => sendMails(deps, ending), isNoted);
}

export type DecidersDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'logger' | 'mailer'>;

/**
 * Mails those who may decide on what is asked for, as far as that is due. Any number may do so at a time, in any number of
 * processes. What an organization asks for beyond what may be mailed within an hour is left to the queue in the dashboard. Ends
 * where the mail server cannot be reached: each mail after it would wait for it as long.
 */
export async function sendMails(deps: DecidersDeps, signal?: AbortSignal): Promise<void> {
  const { mailer, db, clock } = deps;
  if (!mailer) return;
  while (!signal?.aborted) {
    const now = clock.now();
    const mail = await claimMail(db, { now, until: leaseEnd(now) });
    if (!mail) return;
    const went = (await mayMail(deps, mail)) ? await mailOne(deps, mailer, mail, signal) : 'done';
    await settleMail(mail, db, dueAfter(went, mail, clock.now()));
    if (went === 'unreachable') return;
  }
}

/** What comes of a mail: all have it, some are to get it later, the server takes none, or whoever sends it is to end. */
type Went = 'done' | 'partly' | 'unreachable' | 'ended';

function dueAfter(went: Went, { attempts }: ClaimedMail, now: Date): Date | null {
  if (went === 'done') return null;
  return went === 'ended' ? now : nextAttemptAt(attempts, now, Math.random());
}

const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS);

async function mayMail(
  deps: DecidersDeps,
  { organizationId, attempts }: ClaimedMail,
): Promise<boolean> {
  if (attempts > MAX_ATTEMPTS) return false;
  if (attempts > 1) return true;
  try {
    await takeAll(deps, [{ name: 'waiver-mail:organization', key: organizationId }]);
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    deps.logger.warn({ organizationId }, 'too many mails on waivers: the rest is in the queue');
    return false;
  }
}

/**
 * Mails each who may decide. With another one first in each attempt: the server may be silent about one address alone, who then
 * keeps the others waiting for a while, and not for good.
 */
async function mailOne(
  deps: DecidersDeps,
  mailer: Mailer,
  mail: ClaimedMail,
  signal: AbortSignal | undefined,
): Promise<Went> {
  const { organizationId, askedAt } = mail;
  const { db, clock } = deps;
  const today = dayOf(clock.now());
  const ids = mail.waivers.map(({ waiverId }) => waiverId);
  const asked = (await findWaivers(organizationId, db, ids)).filter(
    (row) => waiverState(row, today) === 'asked',
  );
  if (asked.length === 0) return 'done';
  const rows = asked.toSorted(byName);
  let went: Went = 'done';
  const members = await findDeciders(organizationId, db);
  const untold = members.filter((member) => leftFor(mail, member).size > 0);
  for (const { id } of fromNth(untold, mail.attempts - 1)) {
    if (signal?.aborted) return 'ended';
    // The mails before this one took a while: the address may be another by now, and the one so far a stranger's.
    const [member] = await findMembersById(organizationId, db, [id]);
    if (!member) continue;
    const left = leftFor(mail, member);
    const principal = { kind: 'person', organizationId, ...member } as const;
    const owner = { organizationId, userId: member.id };
    const said = { kind: 'waiver.asked', severity: 'warning' } as const;
    const unsaid = rows.filter((row) => left.has(row.id));
    const own = await findDecidable(db, principal, unsaid);
    const stop = own.length > 0 ? await mailedAt(deps, owner, said, askedAt) : null;
    if (stop !== null) {
      const fate = await send(mailer, await messageFor(deps, mail, member, own, stop), signal);
      if (fate === 'unreachable') return signal?.aborted ? 'ended' : fate;
      if (fate === 'later') {
        went = 'partly';
        continue;
      }
    }
    const until = leaseEnd(clock.now());
    if (!(await addDone(mail, db, [...left], { userId: member.id, until }))) return 'done';
  }
  return went;
}

function byName(left: WaiverRow, right: WaiverRow): number {
  const name = ({ productName, cycle, id }: WaiverRow) => `${productName} ${cycle} ${id}`;
  return name(left) < name(right) ? -1 : 1;
}

/** The waivers that a person was not mailed about yet. */
function leftFor({ waivers }: ClaimedMail, { id }: WaiverMember): ReadonlySet<string> {
  return new Set(waivers.flatMap(({ waiverId, done }) => (done.includes(id) ? [] : [waiverId])));
}

async function messageFor(
  deps: DecidersDeps,
  { organizationId }: ClaimedMail,
  member: WaiverMember,
  rows: readonly WaiverRow[],
  stop: string,
): Promise<MailMessage> {
  const { hostname } = new URL(deps.env.publicUrl);
  const [first, ...others] = rows;
  if (first && others.length === 0) {
    const url = await linkFor(deps, organizationId, first, member);
    const messageId = `${first.id}.${identityOf(member.id, String(first.version))}@${hostname}`;
    return askMessage(first, member, { url, stop, messageId });
  }
  const seen = rows.map(({ id, version }) => `${id} ${String(version)}`);
  const messageId = `${identityOf(member.id, ...seen)}@${hostname}`;
  return askAllMessage(rows, member, { url: `${deps.env.publicUrl}${QUEUE}`, stop, messageId });
}

/** One that may be taken later keeps the next admin from nothing; a server that takes none does. */
async function send(
  mailer: Mailer,
  message: MailMessage,
  signal: AbortSignal | undefined,
): Promise<'over' | 'later' | 'unreachable'> {
  try {
    await mailer.send(message, signal);
    return 'over';
  } catch (error) {
    // The mailer has logged it.
    if (!isMailError(error)) throw error;
    if (!isAboutMail(error)) return 'unreachable';
    const isForGood =
      error.isAddressRefused || (error.code === 'EMESSAGE' && (error.status ?? 0) >= 500);
    return isForGood ? 'over' : 'later';
  }
}

/**
 * The address that a mail leads to. One that decides goes to an address alone that is proven to be the person's: anybody
 * else's may be behind one that was only typed. The mail that went to an address of before has another link, which stays void.
 */
async function linkFor(
  { db, clock, env }: DecidersDeps,
  organizationId: OrganizationId,
  row: WaiverRow,
  { id: userId, email, emailProvenAt }: WaiverMember,
): Promise<string> {
  if (emailProvenAt === null) return `${env.publicUrl}/waivers/${row.id}`;
  const { id, version } = row;
  const parts = [organizationId, id, userId, String(version), email] as const;
  const token = derivedLinkToken(env.authSecret, ...parts);
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MS);
  await saveLink(organizationId, db, {
    ...{ waiverId: row.id, userId, tokenHash: token.sha256 },
    ...{ createdAt, expiresAt },
  });
  return `${env.publicUrl}/waivers/decide/${token.text}`;
}

/** About one waiver. */
function askMessage(
  row: WaiverRow,
  { email, emailProvenAt }: WaiverMember,
  { url, stop, messageId }: Readonly<Record<'url' | 'stop' | 'messageId', string>>,
) {
  const software = `${row.productName} ${row.cycle}`;
  const heading = say`${row.askedByName} asks for a waiver for ${software}`;
  const message: MailMessage = {
    to: email,
    subject: heading,
    messageId,
    unsubscribe: { url: `${stop}/one-click`, isOneClick: true },
    ...writeLetter({
      heading,
      paragraphs: [
        say`${software} would be allowed until ${verbatim(row.endsOn)}, where it is found: ${placeWords(row)}.`,
        say`Reason: ${row.reason}`,
        row.control === null
          ? say`No mitigating control is named.`
          : say`Mitigating control: ${row.control}`,
        say`${row.ownerName} answers for it.`,
      ],
      action: { label: say`Look at it and decide`, url },
      stop: { label: say`No more mails like this`, url: stop },
      footnote:
        emailProvenAt === null
          ? say`You are an admin, and asked to decide. Until then nothing is waived.`
          : say`You are an admin, and asked to decide. The link is for you alone, works once, and holds for three days; opening it decides nothing. Until somebody has decided, nothing is waived.`,
    }),
  };
  return message;
}

/** About several that were asked for together: who decides on them does so in the dashboard. */
function askAllMessage(
  rows: readonly WaiverRow[],
  { email }: WaiverMember,
  { url, stop, messageId }: Readonly<Record<'url' | 'stop' | 'messageId', string>>,
): MailMessage {
  const count = verbatim(counted(rows.length, 'waiver'));
  const heading = say`${rows[0]?.askedByName ?? ''} asks for ${count}`;
  const named = rows.slice(0, MOST_NAMED);
  const more = rows.length - named.length;
  const reasons = new Set(rows.map(({ reason }) => reason));
  const [reason] = reasons;
  return {
    to: email,
    subject: heading,
    messageId,
    unsubscribe: { url: `${stop}/one-click`, isOneClick: true },
    ...writeLetter({
      heading,
      paragraphs: [
        ...named.map(
          (row) =>
            say`${`${row.productName} ${row.cycle}`} until ${verbatim(row.endsOn)}, where it is found: ${placeWords(row)}.`,
        ),
        ...(more > 0 ? [say`And ${verbatim(String(more))} more.`] : []),
        reason !== undefined && reasons.size === 1
          ? say`Reason: ${reason}`
          : say`Each has a reason of its own.`,
      ],
      action: { label: say`Look at them and decide`, url },
      stop: { label: say`No more mails like this`, url: stop },
      footnote: say`You are an admin, and asked to decide. Until somebody has decided, nothing is waived.`,
    }),
  };
}

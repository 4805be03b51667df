import { dayOf, DAY_MS } from '@/domain/eol/calendar';
import { isDomainError } from '@/domain/errors';
import { placeWords, waiverState } from '@/domain/waiver/waiver';
import { mailedNow } from '@/server/inbox/service/tell';
import { newLinkToken } from '@/server/platform/auth/link-token';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { inBackground } from '@/server/platform/jobs/background';
import { takeAll } from '@/server/platform/limits/limits';
import { writeLetter } from '@/server/platform/mail/letter';
import { isMailError, type Mailer, type MailMessage } from '@/server/platform/mail/mailer';
import { say, verbatim } from '@/server/platform/mail/words';
import { saveLink } from '../repository/links';
import { findDeciders, type WaiverMember } from '../repository/people';
import { findWaiver, type WaiverRow } from '../repository/waivers';
import { whyNotDecide } from './decide';

/** How long a mailed link decides on a waiver. The page of the waiver, behind a sign-in, does it for as long as it takes. */
export const LINK_LIFETIME_MS = 3 * DAY_MS;

/**
 * Mails those who may decide on what is asked for, after it is stored and in the background: the queue in the dashboard
 * has it, whatever comes of the mail. Does nothing where no mail is configured, and for what an organization asks for
 * beyond what may be mailed within an hour.
 */
export function mailDeciders(
  deps: Deps,
  organizationId: OrganizationId,
  waiverIds: readonly string[],
): void {
  const { mailer } = deps;
  if (!mailer || waiverIds.length === 0) return;
  inBackground(deps, 'mail on what is asked for', async () => {
    for (const id of waiverIds) {
      if (!(await mayMail(deps, organizationId))) return;
      await mailOne(deps, mailer, organizationId, id);
    }
  });
}

async function mayMail(deps: Deps, organizationId: OrganizationId): Promise<boolean> {
  try {
    await takeAll(deps, [{ name: 'waiver-mail:organization', key: organizationId }]);
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    deps.logger.warn({ organizationId }, 'too many mails on waivers: the rest is in the queue');
    return false;
  }
}

async function mailOne(
  deps: Deps,
  mailer: Mailer,
  organizationId: OrganizationId,
  id: string,
): Promise<void> {
  const row = await findWaiver(organizationId, deps.db, id);
  if (!row || waiverState(row, dayOf(deps.clock.now())) !== 'asked') return;
  for (const member of await findDeciders(organizationId, deps.db)) {
    const principal = { kind: 'person', organizationId, ...member } as const;
    if ((await whyNotDecide(deps.db, principal, row)) !== null) continue;
    const owner = { organizationId, userId: member.id };
    const stop = await mailedNow(deps, owner, { kind: 'waiver.asked', severity: 'warning' });
    if (stop === null) continue;
    const url = await linkFor(deps, organizationId, row, member);
    await mailer.send(askMessage(row, member, url, stop)).catch((err: unknown) => {
      // The mailer has logged its own errors; the next admin is told all the same.
      if (!isMailError(err)) throw err;
    });
  }
}

/**
 * The address that a mail leads to. One that decides goes to an address alone that is proven to be the person's: anybody
 * else's may be behind one that was only typed.
 */
async function linkFor(
  { db, clock, env }: Deps,
  organizationId: OrganizationId,
  row: WaiverRow,
  { id: userId, emailProvenAt }: WaiverMember,
): Promise<string> {
  if (emailProvenAt === null) return `${env.publicUrl}/waivers/${row.id}`;
  const token = newLinkToken();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MS);
  await saveLink(organizationId, db, {
    ...{ waiverId: row.id, userId, tokenHash: token.sha256 },
    ...{ createdAt, expiresAt },
  });
  return `${env.publicUrl}/waivers/decide/${token.text}`;
}

function askMessage(
  row: WaiverRow,
  { email, emailProvenAt }: WaiverMember,
  url: string,
  stop: string,
) {
  const software = `${row.productName} ${row.cycle}`;
  const heading = say`${row.askedByName} asks for a waiver of ${software}`;
  const message: MailMessage = {
    to: email,
    subject: heading,
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

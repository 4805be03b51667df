import type { DisabledReason } from '@/domain/channel/channel';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { writeLetter } from '@/server/platform/mail/letter';
import { fromNth } from '@/server/platform/mail/from-nth';
import {
  isAboutMail,
  isMailError,
  type Mailer,
  type MailMessage,
} from '@/server/platform/mail/mailer';
import { say } from '@/server/platform/mail/words';
import { adminsOf } from '@/server/organization/service';
import { findDueNotices, settleNotice, takeNotice } from '../repository/delivery';

type NoticeDeps = Pick<Deps, 'clock' | 'db' | 'env' | 'logger' | 'mailer'>;

/** How long a process has for the mails, before another tries. */
const AGAIN_AFTER_MS = 60 * 60_000;
/** Addresses that the mail server may be silent about: one more, and it is silent altogether. */
const MAX_SILENT = 2;
const AT_ONCE = 20;

/** Why a channel is disabled, after `as`. */
export const WHY_DISABLED: Readonly<Record<DisabledReason, string>> = {
  paused: 'a person paused it',
  gone: 'its receiver says that it is gone for good (410)',
  failing: 'every attempt to deliver has failed for five days',
};

/**
 * Mails the admins of organizations whose channels were disabled by themselves since, once for each channel. Ends where the
 * mail server cannot be reached: each mail after it would wait for it as long.
 */
export async function tellOfDisabled(deps: NoticeDeps, signal?: AbortSignal): Promise<void> {
  const due = await findDueNotices(deps.db, deps.clock.now(), AT_ONCE);
  for (const { organizationId, id } of due) {
    if (signal?.aborted) return;
    if (!(await tellAdmins(deps, mintOrganizationId(organizationId), id, signal))) return;
  }
}

/** @returns whether the mail server can be asked for more */
async function tellAdmins(
  deps: NoticeDeps,
  organizationId: OrganizationId,
  channelId: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const now = deps.clock.now();
  const again = new Date(now.getTime() + AGAIN_AFTER_MS);
  const channel = await takeNotice(organizationId, deps.db, channelId, { now, again });
  if (!channel) return true;
  const { mailer } = deps;
  const admins = mailer ? await adminsOf(deps, organizationId) : [];
  const letter = letterOn(channel, deps.env.publicUrl);
  let asked = 0;
  let silent = 0;
  // With another one first each time: the server may be silent about one address alone.
  for (const { email } of fromNth(admins, Math.floor(now.getTime() / AGAIN_AFTER_MS))) {
    if (signal?.aborted || silent === MAX_SILENT) break;
    asked += 1;
    if (!(await isAsked(mailer, { to: email, ...letter }, signal))) silent += 1;
  }
  const told = asked - silent;
  const isSilent = silent === MAX_SILENT || (silent > 0 && told === 0);
  const isWhole = asked === admins.length && !isSilent;
  if (isWhole) await settleNotice(organizationId, deps.db, channelId, null);
  else await settleUntold(deps, organizationId, channelId, { told, signal });
  return isWhole;
}

/** @returns whether the mail server said something to a mail: whatever it was, the page of the channels says the same */
async function isAsked(
  mailer: Mailer | null,
  message: MailMessage,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await mailer?.send(message, signal);
    return true;
  } catch (error) {
    // The mailer has logged it.
    if (!isMailError(error)) throw error;
    return isAboutMail(error);
  }
}

/**
 * Leaves those whom nobody could tell to later. At an end to whoever comes next, who tells all: once more is better than never.
 * A server that cannot be reached is asked again when this would be another's turn, unless somebody has been told: those would
 * hear of it again and again.
 */
async function settleUntold(
  { db, clock }: NoticeDeps,
  organizationId: OrganizationId,
  channelId: string,
  { told, signal }: { readonly told: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  if (signal?.aborted) await settleNotice(organizationId, db, channelId, clock.now());
  else if (told > 0) await settleNotice(organizationId, db, channelId, null);
}

function letterOn(
  {
    name,
    disabledReason,
  }: { readonly name: string; readonly disabledReason: DisabledReason | null },
  origin: string,
) {
  const heading = say`Messages no longer go to ${name}`;
  return {
    subject: heading,
    ...writeLetter({
      heading,
      paragraphs: [
        say`Eventide has disabled the channel ${name}, as ${WHY_DISABLED[disabledReason ?? 'failing']}.`,
        say`What was waiting for it, and what comes from now on, is kept and can be sent again once it is resumed.`,
      ],
      action: { label: say`Look at the channels`, url: `${origin}/settings/messages` },
    }),
  };
}

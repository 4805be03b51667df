import type { DisabledReason } from '@/domain/channel/channel';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { writeLetter } from '@/server/platform/mail/letter';
import { isMailError } from '@/server/platform/mail/mailer';
import { say } from '@/server/platform/mail/words';
import { adminsOf } from '@/server/organization/service';
import { clearNotice, findDueNotices, takeNotice } from '../repository/delivery';

type NoticeDeps = Pick<Deps, 'clock' | 'db' | 'env' | 'logger' | 'mailer'>;

/** How long a process has for the mails, before another tries. */
const AGAIN_AFTER_MS = 60 * 60_000;
const AT_ONCE = 20;

/** Why a channel is disabled, after `as`. */
export const WHY_DISABLED: Readonly<Record<DisabledReason, string>> = {
  paused: 'a person paused it',
  gone: 'its receiver says that it is gone for good (410)',
  failing: 'every attempt to deliver has failed for five days',
};

/** Mails the admins of organizations whose channels were disabled by themselves since, once for each channel. */
export async function tellOfDisabled(deps: NoticeDeps): Promise<void> {
  const due = await findDueNotices(deps.db, deps.clock.now(), AT_ONCE);
  for (const { organizationId, id } of due) {
    await tellAdmins(deps, mintOrganizationId(organizationId), id);
  }
}

async function tellAdmins(
  deps: NoticeDeps,
  organizationId: OrganizationId,
  channelId: string,
): Promise<void> {
  const now = deps.clock.now();
  const again = new Date(now.getTime() + AGAIN_AFTER_MS);
  const channel = await takeNotice(organizationId, deps.db, channelId, { now, again });
  if (!channel) return;
  const admins = deps.mailer ? await adminsOf(deps, organizationId) : [];
  for (const { email } of admins) {
    try {
      await deps.mailer?.send({ to: email, ...letterOn(channel, deps.env.publicUrl) });
    } catch (error) {
      // The mailer has logged it. The page of the channels says the same.
      if (!isMailError(error)) throw error;
    }
  }
  await clearNotice(organizationId, deps.db, channelId);
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

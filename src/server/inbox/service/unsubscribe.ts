import { notFound } from '@/domain/errors';
import type { PersonalSetting } from '@/domain/message/mail-setting';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { findOrganizationName } from '../repository/people';
import { lockMembership } from '../repository/settings';
import { currentSetting, storePersonal } from './settings';
import { readStopToken, type Stoppable } from './unsubscribe-token';

/** What a link in a mail stops. */
export interface StopPreview {
  readonly organizationName: string;
  readonly what: Stoppable;
  readonly isStopped: boolean;
}

function ownerOf({ env }: Pick<Deps, 'env'>, token: string) {
  const stop = readStopToken(env.authSecret, token);
  if (!stop) throw notFound('Link');
  const { userId, what } = stop;
  return { organizationId: mintOrganizationId(stop.organizationId), userId, what };
}

/**
 * Says what a mailed link stops, and stops nothing: mail programs open links by themselves.
 * @throws DomainError 404 for a link that this installation has not made, or whose person is no member any more
 */
export async function previewStop(
  deps: Pick<Deps, 'db' | 'env'>,
  token: string,
): Promise<StopPreview> {
  const { what, ...owner } = ownerOf(deps, token);
  const [organizationName, setting] = await Promise.all([
    findOrganizationName(owner.organizationId, deps.db),
    currentSetting(deps.db, owner),
  ]);
  if (organizationName === null || !setting) throw notFound('Link');
  const { tempo, choiceOf } = setting.mail;
  const isStopped = what === 'digest' ? tempo === 'off' : choiceOf(what) === 'off';
  return { organizationName, what, isStopped };
}

/**
 * Stops the mails that a link is for. Whoever has the link may: it went to one person, and stops their mail alone. As
 * often as it is asked, the same comes of it; of somebody who is no member any more there is nothing left to stop.
 * @throws DomainError 404 for a link that this installation has not made
 */
export async function stopMail(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  token: string,
): Promise<void> {
  const { what, ...owner } = ownerOf(deps, token);
  await deps.db.transaction(async (tx) => {
    await lockMembership(owner.organizationId, tx, owner.userId);
    const chosen = await chosenOf(tx, owner);
    if (!chosen) return;
    const setting: PersonalSetting =
      what === 'digest'
        ? { ...chosen, tempo: 'off' }
        : { ...chosen, choices: { ...chosen.choices, [what]: 'off' } };
    await storePersonal(tx, owner, setting, deps.clock.now());
  });
}

async function chosenOf(
  tx: Transaction,
  owner: Parameters<typeof currentSetting>[1],
): Promise<PersonalSetting | null> {
  const setting = await currentSetting(tx, owner);
  if (!setting) return null;
  const { tempo, hour } = setting.defaults;
  return setting.chosen ?? { choices: {}, tempo, hour, time_zone: null, quiet: null };
}

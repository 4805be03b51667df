import { notFound } from '@/domain/errors';
import { cutFor } from '@/domain/message/audience';
import { asListed, messageContent, type MessageContent } from '@/domain/message/content';
import {
  type MailDefaults,
  mailSettingOf,
  mailTimeOf,
  type MailSetting,
  type PersonalSetting,
  type TeamSetting,
} from '@/domain/message/mail-setting';
import { recordAudit } from '@/server/audit/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { takeAll } from '@/server/platform/limits/limits';
import { nextDigestAt } from '@/domain/message/tempo';
import { dropWaiting, moveWaiting } from '../repository/digests';
import { findMessagesSince, type Owner } from '../repository/entries';
import { insertLetters } from '../repository/letters';
import { findMember, findTeam, type MemberRow } from '../repository/people';
import { type Receiver, saveSetting } from '../repository/settings';
import { digestFor } from './digests';
import {
  chosenBy,
  chosenForTeam,
  defaultsOf,
  mailOfMember,
  mailOfTeam,
  readerOf,
} from './receivers';

/** How far back it is shown what somebody would have got. */
const PREVIEW_MS = 7 * 24 * 60 * 60_000;
const MOST_PREVIEWED = 500;

async function requireMember(db: Transaction, owner: Owner): Promise<MemberRow> {
  const member = await findMember(owner.organizationId, db, owner.userId);
  if (!member) throw notFound('Member');
  return member;
}

/**
 * Reads what a person has chosen to get by mail from an organization, and what holds where they have not.
 * @throws DomainError 404 for a person who is no member any more
 */
export async function getMailSetting({ db, mailer }: Pick<Deps, 'db' | 'mailer'>, owner: Owner) {
  const member = await requireMember(db, owner);
  return {
    email: member.email,
    isProven: member.emailProvenAt !== null,
    canMail: mailer !== null,
    chosen: chosenBy(member),
    defaults: defaultsOf(member),
  };
}

/**
 * Stores what a person wants to get by mail. What waits for a digest goes with the next one, as it is now.
 * @throws DomainError 404 for a person who is no member any more
 */
export async function changeMailSetting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  setting: PersonalSetting,
): Promise<void> {
  const at = clock.now();
  await db.transaction((tx) => storePersonal(tx, owner, setting, at));
}

/**
 * Stores what a person wants, and lets what waits follow.
 * @throws DomainError 404 for a person who is no member any more
 */
export async function storePersonal(
  tx: Transaction,
  owner: Owner,
  setting: PersonalSetting,
  at: Date,
): Promise<void> {
  const { organizationId, userId } = owner;
  const defaults = defaultsOf(await requireMember(tx, owner));
  const receiver = { userId };
  await saveSetting(organizationId, tx, receiver, setting, at);
  await followSetting(tx, organizationId, receiver, mailSettingOf(setting, defaults), at);
  const silent = Object.entries(setting.choices).flatMap(([kind, choice]) =>
    choice === 'off' ? [kind as MessageContent['kind']] : [],
  );
  await dropWaiting(organizationId, tx, receiver, silent);
}

async function followSetting(
  tx: Transaction,
  organizationId: Owner['organizationId'],
  receiver: Receiver,
  { tempo, hour, timeZone }: MailSetting,
  at: Date,
): Promise<void> {
  // What waits for a team that gets each message at once from now on is due now, in a last digest.
  const dueAt = tempo === 'off' ? null : nextDigestAt({ tempo, hour, timeZone }, at);
  await moveWaiting(organizationId, tx, receiver, dueAt);
}

/**
 * Sends a person a mail to see that it arrives.
 * @throws DomainError 404 for a person who is no member any more, 429
 */
export async function testMail(deps: Deps, owner: Owner): Promise<{ readonly email: string }> {
  const { db, clock } = deps;
  const { email } = await requireMember(db, owner);
  await takeAll(deps, [{ name: 'test-mail:person', key: owner.userId }]);
  const at = clock.now();
  const letter = { receiver: { userId: owner.userId }, brings: { content: TEST }, dueAt: at };
  await db.transaction(async (tx) => {
    await requireMember(tx, owner);
    await insertLetters(owner.organizationId, tx, [letter], at);
  });
  return { email };
}

const TEST: MessageContent = {
  kind: 'test',
  severity: 'info',
  title: 'A test of your mail from Eventide',
  summary: 'You asked for this mail to see that it arrives. Nothing is to be done.',
  items: [],
  total: 0,
  links: [{ label: 'Your messages', path: '/inbox' }],
};

/** One mail that somebody would have got. */
export interface PreviewedMail {
  readonly at: Date;
  readonly isDigest: boolean;
  readonly content: MessageContent;
}

/**
 * Says which mails of the last week a person would have got with a setting, the newest first; of its digests also the one
 * that what was said last would be in.
 * @throws DomainError 404 for a person who is no member any more
 */
export async function previewMail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  setting: PersonalSetting,
): Promise<PreviewedMail[]> {
  const member = await requireMember(db, owner);
  const reader = readerOf(member);
  const mail = mailSettingOf(setting, defaultsOf(member));
  const since = new Date(clock.now().getTime() - PREVIEW_MS);
  const rows = await findMessagesSince(owner.organizationId, db, { since, most: MOST_PREVIEWED });
  const heard = rows.flatMap((row) => {
    const content = cutFor(messageContent.parse(row.content), reader);
    const time = content && mailTimeOf(mail, content, row.createdAt);
    return time ? [{ content, ...time }] : [];
  });
  const letters = heard
    .filter(({ as }) => as === 'letter')
    .map(({ at, content }) => ({ at, isDigest: false, content }));
  const digests = Map.groupBy(
    heard.filter(({ as }) => as === 'digest'),
    ({ at }) => at.getTime(),
  );
  const written = [...digests].flatMap(([at, messages]) => {
    const content = digestFor(
      mail,
      messages.map((one) => one.content),
    );
    return content ? [{ at: new Date(at), isDigest: true, content }] : [];
  });
  return [...letters, ...written]
    .map((one) => ({ ...one, content: asListed(one.content) }))
    .toSorted((left, right) => right.at.getTime() - left.at.getTime());
}

/**
 * Reads what the address of a team gets.
 * @throws DomainError 404 when the organization has no such team
 */
export async function getTeamMail(
  { db, mailer }: Pick<Deps, 'db' | 'mailer'>,
  { organizationId }: Pick<Owner, 'organizationId'>,
  teamId: string,
) {
  const team = await findTeam(organizationId, db, teamId);
  if (!team) throw notFound('Team');
  const { tempo, hour } = mailOfTeam(team);
  const chosen = chosenForTeam(team);
  return {
    email: team.email,
    canMail: mailer !== null,
    setting: { tempo: chosen?.tempo ?? tempo, hour, time_zone: chosen?.time_zone ?? null },
    defaults: defaultsOf(team),
  };
}

/**
 * Stores what the address of a team gets.
 * @throws DomainError 404 when the organization has no such team
 */
export async function changeTeamMail(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer'>,
  actor: Actor,
  teamId: string,
  setting: TeamSetting,
) {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const before = await findTeam(organizationId, tx, teamId);
    if (!before) throw notFound('Team');
    await saveSetting(organizationId, tx, { teamId }, setting, at);
    const { name } = before;
    const mail = mailOfTeam({ ...before, ...setting, timeZone: setting.time_zone });
    await followSetting(tx, organizationId, { teamId }, mail, at);
    await recordAudit(tx, actor, {
      ...{ at, action: 'team.change_mail', subjectKind: 'team', subjectId: teamId },
      ...(before.tempo !== null && { before: { name, ...chosenForTeam(before) } }),
      after: { name, ...setting },
    });
  });
  return getTeamMail(deps, actor, teamId);
}

interface CurrentSetting {
  readonly chosen: PersonalSetting | null;
  readonly mail: MailSetting;
  readonly defaults: MailDefaults;
}

/** What a person has chosen, and what holds where they have not. @returns null for a person who is no member */
export async function currentSetting(
  db: Transaction,
  { organizationId, userId }: Owner,
): Promise<CurrentSetting | null> {
  const member = await findMember(organizationId, db, userId);
  if (!member) return null;
  const [chosen, mail, defaults] = [chosenBy(member), mailOfMember(member), defaultsOf(member)];
  return { chosen, mail, defaults };
}

import { z } from 'zod';
import type { MessageContent } from './content';
import { MESSAGE_KINDS, type MessageKind } from './kinds';
import { afterQuiet, quietHours, type QuietHours } from './quiet';
import { digestHour, isUrgent, nextDigestAt, timeZone } from './tempo';

/** How a kind of message reaches a person by mail. In the inbox all of them are. */
export const MAIL_CHOICES = ['at_once', 'digest', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** How often a person's digest goes out. */
export const DIGEST_TEMPI = ['daily', 'weekly', 'monthly', 'off'] as const;
export type DigestTempo = (typeof DIGEST_TEMPI)[number];

/** How often mail goes to the address of a team. */
export const TEAM_TEMPI = ['at_once', ...DIGEST_TEMPI] as const;
export type TeamTempo = (typeof TEAM_TEMPI)[number];

/** What somebody gets at once who has not chosen: what breaks their builds, and what waits for their decision. */
const AT_ONCE: readonly MessageKind[] = ['build.denied', 'waiver.asked'];

const choices = z.partialRecord(z.enum(MESSAGE_KINDS), z.enum(MAIL_CHOICES));

/** What a person has chosen; where they have not, the organization's defaults hold. */
export const personalSetting = z.object({
  choices,
  tempo: z.enum(DIGEST_TEMPI),
  hour: digestHour,
  time_zone: timeZone.nullable(),
  quiet: quietHours.nullable(),
});
export type PersonalSetting = z.output<typeof personalSetting>;

/** What an organization's people get who have not chosen. */
export interface MailDefaults {
  readonly tempo: DigestTempo;
  readonly hour: number;
  readonly timeZone: string;
}

/** What somebody gets by mail, all of it decided. */
export interface MailSetting {
  readonly choiceOf: (kind: MessageKind) => MailChoice;
  readonly tempo: TeamTempo;
  readonly hour: number;
  readonly timeZone: string;
  readonly quiet: QuietHours | null;
}

/** What a person chose by default for a kind. */
export function defaultChoice(kind: MessageKind): MailChoice {
  return AT_ONCE.includes(kind) ? 'at_once' : 'digest';
}

/** Decides what a person gets by mail. */
export function mailSettingOf(chosen: PersonalSetting | null, defaults: MailDefaults): MailSetting {
  return {
    choiceOf: (kind) => chosen?.choices[kind] ?? defaultChoice(kind),
    tempo: chosen?.tempo ?? defaults.tempo,
    hour: chosen?.hour ?? defaults.hour,
    timeZone: chosen?.time_zone ?? defaults.timeZone,
    quiet: chosen?.quiet ?? null,
  };
}

/** What the address of a team gets: all that the team owns, at one tempo. */
export const teamSetting = z.object({
  tempo: z.enum(TEAM_TEMPI),
  hour: digestHour,
  time_zone: timeZone.nullable(),
});
export type TeamSetting = z.output<typeof teamSetting>;

/** Decides what a team's address gets. It is typed and never proven, so nothing goes there until somebody says so. */
export function teamMailOf(chosen: TeamSetting | null, defaults: MailDefaults): MailSetting {
  const tempo = chosen?.tempo ?? 'off';
  return {
    choiceOf: () => (tempo === 'at_once' ? 'at_once' : 'digest'),
    tempo,
    hour: chosen?.hour ?? defaults.hour,
    timeZone: chosen?.time_zone ?? defaults.timeZone,
    quiet: null,
  };
}

/** How and when a message is mailed: by itself, or in the digest of that moment. */
export interface MailTime {
  readonly as: 'letter' | 'digest';
  readonly at: Date;
}

/** Mails at once that somebody gets within an hour: the rest waits. Nobody reads more of them. */
export const MOST_AT_ONCE = 20;
const HOUR_MS = 60 * 60_000;
/** What would be mailed later than this has no mail: nobody reads hundreds of them either, and the inbox has it. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;

/**
 * When a message is mailed to somebody; null: it is not. What stops builds may break the quiet, if its reader says so.
 * @param mailed the moments of mails that they had since an hour ago, or wait for, in milliseconds: beyond
 *   {@link MOST_AT_ONCE} in an hour it is in their digest, and where they have none it comes an hour after that many
 */
export function mailTimeOf(
  setting: MailSetting,
  said: Pick<MessageContent, 'kind' | 'severity'>,
  at: Date,
  { mailed = [] }: { readonly mailed?: readonly number[] } = {},
): MailTime | null {
  const { tempo, hour, quiet, timeZone: zone } = setting;
  const choice = setting.choiceOf(said.kind);
  const digest: MailTime | null =
    tempo === 'off' || tempo === 'at_once'
      ? null
      : { as: 'digest', at: nextDigestAt({ tempo, timeZone: zone, hour }, at) };
  if (choice === 'off') return null;
  if (choice === 'digest') return digest;
  const breaks = quiet?.except_stopping === true && isUrgent(said);
  const letBe = (moment: Date) => (breaks ? moment : afterQuiet(quiet, zone, moment));
  const first = letBe(at);
  let next = first;
  for (let full = enoughBefore(mailed, next); full !== null; full = enoughBefore(mailed, next)) {
    if (digest) return digest;
    next = letBe(new Date(full + HOUR_MS));
    if (next.getTime() > first.getTime() + LONGEST_WAIT_MS) return null;
  }
  return { as: 'letter', at: next };
}

/** The first of the mails that are enough for the hour before a moment; null where there are fewer. */
function enoughBefore(mailed: readonly number[], moment: Date): number | null {
  const end = moment.getTime();
  const within = mailed.filter((one) => one > end - HOUR_MS && one <= end);
  return within.toSorted((left, right) => right - left)[MOST_AT_ONCE - 1] ?? null;
}

// What is stored may be of a newer release, which runs beside this one while it is installed, or name a time zone that this
// machine does not know. It is read where things are said: who could not be read would keep everybody else from hearing.

const storedChoices = z.record(z.string(), z.unknown()).transform((stored) => {
  const isKnown = (kind: string) => choices.safeParse({ [kind]: stored[kind] }).success;
  return choices.parse(
    Object.fromEntries(Object.entries(stored).filter(([kind]) => isKnown(kind))),
  );
});

const storedZone = timeZone.nullable().catch(null);

const storedPersonal = personalSetting.extend({
  choices: storedChoices,
  tempo: z.enum(DIGEST_TEMPI).catch('weekly'),
  time_zone: storedZone,
  quiet: quietHours.nullable().catch(null),
});

/** Reads what a person has chosen as far as it is known here; for the rest the defaults hold. */
export function readPersonalSetting(stored: unknown): PersonalSetting {
  return storedPersonal.parse(stored);
}

const storedTeam = teamSetting.extend({
  tempo: z.enum(TEAM_TEMPI).catch('weekly'),
  time_zone: storedZone,
});

/** Reads what was chosen for the address of a team as far as it is known here. */
export function readTeamSetting(stored: unknown): TeamSetting {
  return storedTeam.parse(stored);
}

/** The time zone of an organization; one that this machine does not know is read as UTC. */
export function readTimeZone(stored: string): string {
  return timeZone.catch('UTC').parse(stored);
}

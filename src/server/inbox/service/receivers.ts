import type { Reader } from '@/domain/message/audience';
import {
  type MailDefaults,
  type MailSetting,
  mailSettingOf,
  type PersonalSetting,
  readPersonalSetting,
  readTeamSetting,
  readTimeZone,
  teamMailOf,
  type TeamSetting,
} from '@/domain/message/mail-setting';
import type { MemberRow, TeamRow } from '../repository/people';

/** A member, as far as it decides what concerns them. */
export function readerOf({ userId, role, teamIds }: MemberRow): Reader {
  return { userId, role, teamIds: teamIds ?? [] };
}

/** What a member has chosen; null: nothing yet. */
export function chosenBy({
  tempo,
  hour,
  choices,
  timeZone,
  quiet,
}: MemberRow): PersonalSetting | null {
  if (tempo === null) return null;
  return readPersonalSetting({ tempo, hour, choices, time_zone: timeZone, quiet });
}

/** What the organization's receivers get who have not chosen. */
export function defaultsOf({
  defaultTempo: tempo,
  defaultHour: hour,
  defaultTimeZone: timeZone,
}: Pick<TeamRow, 'defaultTempo' | 'defaultHour' | 'defaultTimeZone'>): MailDefaults {
  return { tempo, hour, timeZone: readTimeZone(timeZone) };
}

/** What a member gets by mail. */
export function mailOfMember(row: MemberRow): MailSetting {
  return mailSettingOf(chosenBy(row), defaultsOf(row));
}

/** What was chosen for the address of a team; null: nothing yet. */
export function chosenForTeam({ tempo, hour, timeZone }: TeamRow): TeamSetting | null {
  if (tempo === null) return null;
  return readTeamSetting({ tempo, hour, time_zone: timeZone });
}

/** What the address of a team gets. */
export function mailOfTeam(row: TeamRow): MailSetting {
  return teamMailOf(row.email === null ? null : chosenForTeam(row), defaultsOf(row));
}

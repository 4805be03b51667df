import type { DigestTempo, MailChoice, TeamTempo } from '@/domain/message/mail-setting';
import { WEEKDAYS, type Weekday } from '@/domain/message/quiet';

const CHOICES: Readonly<Record<MailChoice, string>> = {
  at_once: 'At once',
  digest: 'In the digest',
  off: 'Not by mail',
};

export const CHOICE_OPTIONS = (['at_once', 'digest', 'off'] as const).map((value) => ({
  value,
  label: CHOICES[value],
}));

const TEMPI: Readonly<Record<TeamTempo, string>> = {
  at_once: 'Each message at once',
  daily: 'Every day',
  weekly: 'Every Monday',
  monthly: 'On the first of the month',
  off: 'Never',
};

export const TEMPO_OPTIONS = (['daily', 'weekly', 'monthly', 'off'] as const).map(
  (value: DigestTempo) => ({ value, label: TEMPI[value] }),
);

export const TEAM_TEMPO_OPTIONS = (['off', 'at_once', 'daily', 'weekly', 'monthly'] as const).map(
  (value: TeamTempo) => ({ value, label: TEMPI[value] }),
);

const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const optionOf = (hour: number) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
});

/** The hours at which a day has something to begin. */
export const HOUR_OPTIONS = HOURS.slice(0, 24).map(optionOf);
/** The hours at which something ends, that of the day's end included. */
export const END_HOUR_OPTIONS = HOURS.slice(1).map(optionOf);

const DAYS: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
export const DAY_OPTIONS = WEEKDAYS.map((value) => ({ value, label: DAYS[value] }));

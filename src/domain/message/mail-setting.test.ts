import { describe, expect, test } from 'vitest';
import {
  type MailDefaults,
  mailSettingOf,
  mailTimeOf,
  MOST_AT_ONCE,
  type PersonalSetting,
  personalSetting,
  readPersonalSetting,
  readTeamSetting,
  readTimeZone,
  teamMailOf,
} from './mail-setting';
import { PERSONAL_KINDS } from './kinds';
import { WEEKDAYS } from './quiet';

// A Thursday.
const AT = new Date('2026-11-26T22:30:00Z');
const DEFAULTS: MailDefaults = { tempo: 'weekly', hour: 8, timeZone: 'UTC' };
const denied = { kind: 'build.denied', severity: 'critical' } as const;
const ends = { kind: 'support.ends', severity: 'warning' } as const;
const chosen = (more: Partial<PersonalSetting> = {}): PersonalSetting => ({
  ...{ choices: {}, tempo: 'daily', hour: 9, time_zone: 'Europe/Berlin', quiet: null },
  ...more,
});
const timeOf = (setting: PersonalSetting | null, said: typeof denied | typeof ends) => {
  const time = mailTimeOf(mailSettingOf(setting, DEFAULTS), said, AT);
  return time && `${time.as} ${time.at.toISOString()}`;
};

describe('who has chosen nothing', () => {
  test('is told at once what breaks builds, and the rest on Mondays', () => {
    expect(timeOf(null, denied)).toBe('letter 2026-11-26T22:30:00.000Z');
    expect(timeOf(null, ends)).toBe('digest 2026-11-30T08:00:00.000Z');
  });
});

describe('who has chosen', () => {
  test('is told then, in their time zone', () => {
    expect(timeOf(chosen(), ends)).toBe('digest 2026-11-27T08:00:00.000Z');
    expect(timeOf(chosen({ tempo: 'monthly' }), ends)).toBe('digest 2026-12-01T08:00:00.000Z');
  });

  test('is not told what they want no mail of, nor in a digest that is off', () => {
    expect(timeOf(chosen({ choices: { 'build.denied': 'off' } }), denied)).toBeNull();
    expect(timeOf(chosen({ tempo: 'off' }), ends)).toBeNull();
    expect(timeOf(chosen({ tempo: 'off' }), denied)).toContain('letter');
  });

  test('is left in peace in their quiet hours, but for what stops builds where they say so', () => {
    const quiet = { from: 20, to: 7, days: [...WEEKDAYS], except_stopping: false };
    const choices = { 'support.ends': 'at_once' } as const;
    expect(timeOf(chosen({ quiet }), denied)).toBe('letter 2026-11-27T06:00:00.000Z');
    const loud = chosen({ choices, quiet: { ...quiet, except_stopping: true } });
    expect(timeOf(loud, denied)).toBe('letter 2026-11-26T22:30:00.000Z');
    expect(timeOf(loud, ends)).toBe('letter 2026-11-27T06:00:00.000Z');
  });
});

describe('who had enough mails within the hour', () => {
  const minutes = (...given: readonly (readonly [number, number])[]) =>
    given.flatMap(([times, after]) =>
      Array.from({ length: times }, () => AT.getTime() + after * 60_000),
    );
  const timed = (setting: PersonalSetting | null, mailed: readonly number[]) => {
    const time = mailTimeOf(mailSettingOf(setting, DEFAULTS), denied, AT, { mailed });
    return time && `${time.as} ${time.at.toISOString()}`;
  };
  const none = chosen({ tempo: 'off' });

  test('has the rest in the digest', () => {
    expect(timed(chosen(), minutes([MOST_AT_ONCE - 1, 0]))).toBe('letter 2026-11-26T22:30:00.000Z');
    expect(timed(chosen(), minutes([MOST_AT_ONCE, 0]))).toBe('digest 2026-11-27T08:00:00.000Z');
  });

  test('has the rest by and by, without a digest', () => {
    expect(timed(none, minutes([MOST_AT_ONCE, 0]))).toBe('letter 2026-11-26T23:30:00.000Z');
    const twice = minutes([MOST_AT_ONCE, 0], [MOST_AT_ONCE, 60]);
    expect(timed(none, twice)).toBe('letter 2026-11-27T00:30:00.000Z');
    const off = chosen({ tempo: 'off', choices: { 'build.denied': 'off' } });
    expect(timed(off, minutes([99, 0]))).toBeNull();
  });

  test('waits an hour from when they were had, and is where there is room', () => {
    expect(timed(none, minutes([MOST_AT_ONCE, -1]))).toBe('letter 2026-11-26T23:29:00.000Z');
    expect(timed(none, minutes([1, -59], [19, -1]))).toBe('letter 2026-11-26T22:31:00.000Z');
    expect(timed(none, minutes([MOST_AT_ONCE, 30]))).toBe('letter 2026-11-26T22:30:00.000Z');
    expect(timed(none, minutes([MOST_AT_ONCE, -60]))).toBe('letter 2026-11-26T22:30:00.000Z');
  });

  test('has no mail of what would be a day late', () => {
    const hours = (most: number) =>
      minutes(...Array.from({ length: most }, (_, hour) => [MOST_AT_ONCE, hour * 60] as const));
    expect(timed(none, hours(24))).toBe('letter 2026-11-27T22:30:00.000Z');
    expect(timed(none, hours(25))).toBeNull();
  });

  test('has what waits for the end of quiet hours by and by as well', () => {
    const quiet = { from: 20, to: 7, days: [...WEEKDAYS], except_stopping: false };
    const morning = Date.parse('2026-11-27T06:00:00Z');
    const mailed = Array.from({ length: MOST_AT_ONCE }, () => morning);
    expect(timed({ ...none, quiet }, mailed)).toBe('letter 2026-11-27T07:00:00.000Z');
    const loud = { ...quiet, except_stopping: true };
    expect(timed({ ...none, quiet: loud }, mailed)).toBe('letter 2026-11-26T22:30:00.000Z');
  });
});

describe('the address of a team', () => {
  test('gets nothing until somebody says so', () => {
    expect(mailTimeOf(teamMailOf(null, DEFAULTS), ends, AT)).toBeNull();
  });

  test('gets all that the team owns at one tempo', () => {
    const setting = { hour: 6, time_zone: 'UTC' };
    const at = (tempo: 'at_once' | 'daily') =>
      mailTimeOf(teamMailOf({ tempo, ...setting }, DEFAULTS), ends, AT);
    expect(at('at_once')).toEqual({ as: 'letter', at: AT });
    expect(at('daily')).toEqual({ as: 'digest', at: new Date('2026-11-27T06:00:00Z') });
  });
});

test('a setting names kinds and time zones that there are', () => {
  expect(personalSetting.safeParse(chosen()).success).toBe(true);
  expect(personalSetting.safeParse(chosen({ time_zone: 'Mars/Olympus' })).success).toBe(false);
  expect(personalSetting.safeParse({ ...chosen(), choices: { everything: 'off' } }).success).toBe(
    false,
  );
  expect(PERSONAL_KINDS).not.toContain('test');
});

describe('what is stored', () => {
  test('is read as it is', () => {
    const quiet = { from: 20, to: 7, days: [...WEEKDAYS], except_stopping: false };
    const setting = chosen({ quiet, choices: { 'build.denied': 'off' } });
    expect(readPersonalSetting(setting)).toEqual(setting);
    const team = { tempo: 'at_once', hour: 6, time_zone: 'Europe/Berlin' } as const;
    expect(readTeamSetting(team)).toEqual(team);
    expect(readTimeZone('Europe/Berlin')).toBe('Europe/Berlin');
  });

  test('is read without what is not known here', () => {
    const stored = {
      ...{ tempo: 'hourly', hour: 8, time_zone: 'Mars/Olympus', quiet: { from: 'noon' } },
      choices: { 'build.denied': 'off', 'support.ends': 'by_pigeon', 'of.tomorrow': 'off' },
    };
    expect(readPersonalSetting(stored)).toEqual({
      ...{ tempo: 'weekly', hour: 8, time_zone: null, quiet: null },
      choices: { 'build.denied': 'off' },
    });
    expect(readTeamSetting(stored)).toEqual({ tempo: 'weekly', hour: 8, time_zone: null });
    expect(readTimeZone('Mars/Olympus')).toBe('UTC');
  });
});

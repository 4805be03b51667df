import { z } from 'zod';
import { END_THRESHOLDS } from './ends';
import { digestHour, timeZone } from './tempo';

/** How often a person's digest comes who has not chosen; `off`: never. */
export const DEFAULT_TEMPI = ['daily', 'weekly', 'monthly', 'off'] as const;
export type DefaultTempo = (typeof DEFAULT_TEMPI)[number];

const MAX_THRESHOLDS = 8;
/** Two years before: further ahead nobody can act on it. */
export const MAX_THRESHOLD_DAYS = 730;

/** Days before an end at which it is said, the farthest first and each once. */
export const endThresholds = z
  .array(z.int().min(0).max(MAX_THRESHOLD_DAYS))
  .min(1)
  .max(MAX_THRESHOLDS)
  .transform((days) => [...new Set(days)].toSorted((left, right) => right - left));

/** What holds for the messages of a whole organization: when ends are said, and what people get who have not chosen. */
export const messageSetting = z.object({
  end_thresholds: endThresholds,
  tempo: z.enum(DEFAULT_TEMPI),
  hour: digestHour,
  time_zone: timeZone,
});
export type MessageSetting = z.output<typeof messageSetting>;

/** What holds for an organization that has not said anything else. */
export const MESSAGE_SETTING: MessageSetting = {
  end_thresholds: [...END_THRESHOLDS],
  ...{ tempo: 'weekly', hour: 8, time_zone: 'UTC' },
};

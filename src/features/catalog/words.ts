import type { SupportLevel } from '@/domain/catalog/catalog';

/** Names of the levels of support. */
export const LEVEL_WORDS: Record<SupportLevel, string> = {
  ACTIVE_SUPPORT: 'Active support',
  STANDARD_SUPPORT: 'Standard support',
  EXTENDED_SUPPORT: 'Extended support',
};

/** Says what each of them brings. */
export const LEVEL_HINTS: Record<SupportLevel, string> = {
  ACTIVE_SUPPORT: 'new features and all fixes',
  STANDARD_SUPPORT: 'security fixes that cost nothing',
  EXTENDED_SUPPORT: 'security fixes that are paid for or come from elsewhere',
};

/** The names of the steps of a life cycle's bar. */
export const PHASE_NAMES = [
  LEVEL_WORDS.ACTIVE_SUPPORT,
  LEVEL_WORDS.STANDARD_SUPPORT,
  LEVEL_WORDS.EXTENDED_SUPPORT,
] as const;

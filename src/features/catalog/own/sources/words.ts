import type { Rhythm } from '@/domain/own-catalog/source';

export const RHYTHM_WORDS: Record<Rhythm, string> = {
  manual: 'When asked for',
  daily: 'Every day',
  weekly: 'Every week',
};

import type { Outputs } from '@/trpc/outputs';

export type ApiKey = Outputs['apiKey']['list'][number];

/** A key that was just made, with its secret. */
export type ShownApiKey = Outputs['apiKey']['create'];

/** A key as the table shows it. */
export interface ApiKeyRow extends ApiKey {
  /** The UTC day that its end is told from. */
  readonly today: string;
  readonly onShown: (shown: Shown) => void;
}

/** A secret on the page, and how it came there. */
export interface Shown {
  readonly key: ShownApiKey;
  readonly by: 'creation' | 'rotation';
}

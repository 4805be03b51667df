import type { Outputs } from '@/trpc/outputs';

/** A policy as it was written. */
export type PolicyRecord = Outputs['policy']['list'][number];

/** Fields of a policy that are written, as the API names them. */
export type PolicyBody = Omit<
  PolicyRecord,
  | 'id'
  | 'created_at'
  | 'updated_at'
  | 'only_running'
  | 'deny_estimates'
  | 'deprecated'
  | 'stale'
  | 'deny_days_after'
  | 'denies_from'
> & {
  only_running?: boolean;
  deny_estimates?: boolean;
  deprecated?: PolicyRecord['deprecated'] | null;
  stale?: PolicyRecord['stale'] | null;
  deny_days_after?: number | null;
  denies_from?: PolicyRecord['deny_date'];
};

/** Effects of each policy today. */
export type PolicyEffects = Outputs['policy']['effects'];
export type PolicyEffect = PolicyEffects['policies'][number];

export type PolicyForecast = Outputs['policy']['forecast'];
export type PolicyImage = Outputs['policy']['images']['items'][number];
export type ScannerDifference = Outputs['policy']['preview']['scannerDifferences']['items'][number];

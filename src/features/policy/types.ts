import type { Outputs } from '@/trpc/outputs';

/** A policy as it was written. */
export type PolicyRecord = Outputs['policy']['list'][number];

/** What is written of a policy, in the words of the API. */
export type PolicyBody = Omit<PolicyRecord, 'id' | 'created_at' | 'updated_at'>;

/** What each policy does today. */
export type PolicyEffects = Outputs['policy']['effects'];
export type PolicyEffect = PolicyEffects['policies'][number];

export type PolicyForecast = Outputs['policy']['forecast'];
export type PolicyImage = Outputs['policy']['images']['items'][number];
export type ScannerDifference = Outputs['policy']['preview']['scannerDifferences']['items'][number];

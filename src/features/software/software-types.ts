import type { Outputs } from '@/trpc/outputs';

/** A row of the software list. */
export type ListedSoftware = Outputs['software']['listForDashboard']['items'][number];
/** All of one release cycle as one artifact type. */
export type SoftwareDetail = Outputs['software']['get'];
export type LifecycleCycle = SoftwareDetail['lifecycle'][number];
export type PolicyJudgement = SoftwareDetail['policy'];

import type { Outputs } from '@/trpc/outputs';

export type ListedContract = Outputs['contract']['list']['items'][number];
/** One contract with the software that images hold under it. */
export type ContractDetail = Outputs['contract']['get'];
export type HeldSoftware = ContractDetail['covers'][number];
export type ContractHappening = Outputs['contract']['history'][number];

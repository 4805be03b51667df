import type { Outputs } from '@/trpc/outputs';

/** The note on a product as it stands beside the product; null when there is none. */
export type ProductNote = Outputs['software']['get']['productNote'];

/** As long as the server takes. */
export const MAX_NOTE_LENGTH = 10_000;

import type { Outputs } from '@/trpc/outputs';

/** The answer to a document that was asked about. */
export type SbomFindings = Outputs['sbom']['check'];
export type SbomFinding = SbomFindings['findings'][number];
/** The answer to a document that was stored. */
export type StoredSbom = Outputs['sbom']['upload'];

/** The form's fields for a document; an empty one is taken from the document. */
export interface DocumentSubject {
  readonly project: string;
  readonly name: string;
  readonly tag: string;
}

/** What a document that is checked is asked about beside its findings. */
export interface DocumentQuestion {
  /** The id of the image that it is compared with. */
  readonly against: string;
}

export const NOTHING_SAID: DocumentSubject = { project: '', name: '', tag: '' };

/** How much of a document has been sent. */
export interface Progress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

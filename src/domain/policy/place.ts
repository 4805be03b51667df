/** Where software is judged: everything that policies can tell two of its places apart by. */
export interface Place {
  /** To the letter; "" for any project without policies of its own, as no policy is about a nameless one. */
  readonly projectName: string;
  /** Null: any image of the project, or one that is not stored. */
  readonly imageTagId: string | null;
  /** Whether a cluster runs the image, as far as anybody has heard. */
  readonly runs: boolean;
}

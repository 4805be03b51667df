/** Where software is judged: everything that policies can tell two of its places apart by. */
export interface Place {
  /** To the letter; "" for any project without policies of its own, as no policy is about a nameless one. */
  readonly projectName: string;
  /** The team that owns the project, where a waiver asks for it; null: no such team. */
  readonly teamId: string | null;
  /** Null: any image of the project, or one that is not stored. */
  readonly imageTagId: string | null;
  /** The waivers on an image that hold here, by id; those elsewhere need no more. */
  readonly imageWaivers: readonly string[];
  /** Whether a cluster runs the image, as far as anybody has heard. */
  readonly runs: boolean;
}

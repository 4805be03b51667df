const BY_OTHERS =
  'Somebody has changed it since this page was opened: save again to put yours in its place, or load the page again to see theirs';

/** What is to be changed is not any more what the reader has seen. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';

  /** @param message what happened, and what to do; what was written stays in its form */
  constructor(message = BY_OTHERS) {
    super(message);
  }
}

import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/**
 * A secret on its way through the server. JSON, logs, templates and the console show that there is one, not which:
 * `reveal` alone gives it, where it is used.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Gives the secret itself; for the request or the signature that needs it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

import { seeded } from '@/domain/inventory/document/testing/mutations';
import type { Listener } from '../../load/listeners';

/** A request that the service takes, before anything in it is changed. */
export interface Sample {
  /** What it is, in the list of what went wrong. */
  readonly name: string;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Where it goes, if that is not where everybody goes. */
  readonly listener?: Listener;
  /** Puts the body, once it is changed, into the form in which it travels. */
  readonly wrap?: (body: Buffer) => Buffer;
}

/** A request as it goes out. */
export interface Changed {
  readonly name: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly listener?: Listener;
}

export type Random = () => number;
export const below = (random: Random, end: number) => Math.floor(random() * end);

/** @throws RangeError for an empty list */
export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

/** The numbers that decide on one request of a run: the same for the same seed, whatever came before it. */
export function randomOf(seed: number, number: number): Random {
  return seeded((Math.imul(seed, 1_000_003) + Math.imul(number, 7_919)) | 0);
}

const OF_A_RUN = new RegExp(
  `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[a-z]+-${String(process.pid)}-\\d+`,
  'g',
);
const STAND_IN = /5a5a5a5a-0000-4000-8000-\d{12}/g;

/**
 * Ids and names of records differ from run to run; what is done to a request may not, or a seed would not find it again.
 * So requests are changed while words of one length stand in for these, and get them back before they go out.
 */
export class StandIns {
  private readonly words = new Map<string, string>();
  private readonly meant = new Map<string, string>();

  hide(sample: Sample): Sample {
    return {
      ...this.replaced(sample, (text) => text.replaceAll(OF_A_RUN, (word) => this.of(word))),
    };
  }

  show(changed: Changed): Changed {
    const back = (text: string) =>
      text.replaceAll(STAND_IN, (word) => this.meant.get(word) ?? word);
    return this.replaced(changed, back);
  }

  private of(word: string): string {
    const known = this.words.get(word);
    if (known !== undefined) return known;
    const standIn = `5a5a5a5a-0000-4000-8000-${String(this.words.size).padStart(12, '0')}`;
    this.words.set(word, standIn);
    this.meant.set(standIn, word);
    return standIn;
  }

  private replaced<Request extends Changed>(
    request: Request,
    by: (text: string) => string,
  ): Request {
    const { target, body } = request;
    return {
      ...request,
      target: by(target),
      // Each byte is a character of latin1, and comes back as it was.
      body: body && Buffer.from(by(body.toString('latin1')), 'latin1'),
    };
  }
}

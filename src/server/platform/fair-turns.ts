interface Queue {
  active: number;
  /** Whether the last that ended had given up waiting for somebody else: then the next are tried a few at a time. */
  isHeldUp: boolean;
  readonly waiting: (() => void)[];
}

export interface FairTurnsOptions {
  /** Whether what failed had waited too long for somebody else, and so says that others of its owner would as well. */
  readonly isHeldUp: (error: unknown) => boolean;
}

/**
 * Gives turns at a number of places. Whoever waits is let in by owner, one after the other, and of one owner in the order in which
 * they came; no owner has all places where there are more than two, and one whose work waits for something else has half of them
 * at most: so one that has much to do, or that is held up, leaves room for the others.
 */
export class FairTurns {
  /** In the order in which their turns come. Of those that have nothing to do none is kept. */
  private readonly queues = new Map<string, Queue>();
  private active = 0;

  constructor(
    private readonly places: number,
    private readonly options: FairTurnsOptions,
  ) {}

  /** Runs work of an owner as soon as a turn is its own. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queueOf(owner);
    await new Promise<void>((begin) => {
      queue.waiting.push(begin);
      this.letIn();
    });
    try {
      const result = await work();
      queue.isHeldUp = false;
      return result;
    } catch (error) {
      queue.isHeldUp = this.options.isHeldUp(error);
      throw error;
    } finally {
      queue.active -= 1;
      this.active -= 1;
      if (queue.active + queue.waiting.length === 0) this.queues.delete(owner);
      this.letIn();
    }
  }

  private queueOf(owner: string): Queue {
    const known = this.queues.get(owner);
    if (known) return known;
    const queue = { active: 0, isHeldUp: false, waiting: [] };
    this.queues.set(owner, queue);
    return queue;
  }

  private letIn(): void {
    while (this.active < this.places) {
      const next = this.next();
      if (!next) return;
      const [owner, queue] = next;
      queue.active += 1;
      this.active += 1;
      // Behind the others from now on.
      this.queues.delete(owner);
      this.queues.set(owner, queue);
      queue.waiting.shift()?.();
    }
  }

  private next(): [string, Queue] | null {
    for (const entry of this.queues) {
      const [, { active, waiting, isHeldUp }] = entry;
      if (waiting.length > 0 && active < this.mostOf(isHeldUp)) return entry;
    }
    return null;
  }

  private mostOf(isHeldUp: boolean): number {
    if (isHeldUp) return Math.max(1, Math.floor(this.places / 2));
    return this.places > 2 ? this.places - 1 : this.places;
  }
}

/** Has what is done of one thing be done in the order in which it came, however often each of it is begun anew. */
export class InOrder {
  /** What comes last of each thing, until it is done. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs work of a thing as soon as what came before of the same has ended, whatever came of that. */
  async run<Result>(thing: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(thing);
    const done = before ? before.then(work, work) : work();
    this.last.set(thing, done);
    try {
      return await done;
    } finally {
      if (this.last.get(thing) === done) this.last.delete(thing);
    }
  }
}

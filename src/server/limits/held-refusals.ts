import { systemDelay, type Delay } from '@/server/delay';

export interface HeldRefusalsOptions {
  /** How long a refusal is kept back. */
  readonly ms: number;
  /** How many are kept back at once; beyond them they are given at once. */
  readonly atMost: number;
  readonly delay?: Delay;
}

/**
 * Keeps refusals back for a while. Whoever is refused and asks again at once would else ask as often as this process
 * can refuse, which is then busy with nothing but that; a request that waits costs a connection and no computing.
 */
export class HeldRefusals {
  private held = 0;
  private readonly delay: Delay;

  constructor(private readonly options: HeldRefusalsOptions) {
    this.delay = options.delay ?? systemDelay;
  }

  /** Resolves when the refusal may be given. */
  async hold(): Promise<void> {
    const { ms, atMost } = this.options;
    if (this.held >= atMost) return;
    this.held += 1;
    await this.delay(ms).done;
    this.held -= 1;
  }
}

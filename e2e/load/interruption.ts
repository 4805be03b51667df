/** The status of what was ended by Ctrl-C, as shells have it. */
export const INTERRUPTED = 130;
/** Ctrl-C reaches whatever `npm run` starts twice: from the terminal, and from npm. */
const SAME_STROKE_MS = 1_000;

/** What is done when somebody wants a long trial to end. */
export interface Heard {
  /** At the first Ctrl-C: the trial ends in order, which may take a while. */
  readonly asked: () => void;
  /** At another one: it ends where it is. */
  readonly insisted: () => void;
  readonly nowMs?: () => number;
}

/** Whether somebody wants a trial to end before its time. */
export class Interruption {
  private readonly asking = new AbortController();
  private askedAtMs: number | null = null;

  constructor(private readonly heard: Heard) {}

  get isAsked(): boolean {
    return this.signal.aborted;
  }

  /** Ends what is waited for. */
  get signal(): AbortSignal {
    return this.asking.signal;
  }

  /** Notes one signal. */
  readonly hear = (): void => {
    const nowMs = (this.heard.nowMs ?? (() => performance.now()))();
    if (this.askedAtMs === null) {
      this.askedAtMs = nowMs;
      this.asking.abort();
      this.heard.asked();
    } else if (nowMs - this.askedAtMs > SAME_STROKE_MS) this.heard.insisted();
  };
}

/**
 * Hears Ctrl-C (SIGINT) from now on, and the same said by SIGTERM and SIGHUP. What is to work on until the trial has ended is started in a process group of its own:
 * a terminal sends the signal to all of the group that is in front.
 * @param ending what the trial still does before it ends
 */
export function hearInterruption(ending: string): Interruption {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const interruption = new Interruption({
    asked: () =>
      say(`Interrupted: ${ending}. Another Ctrl-C ends it at once, and leaves what was started.`),
    insisted: () => process.exit(INTERRUPTED),
  });
  // A terminal that is closed, or whoever started the trial, says it otherwise.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interruption.hear);
  // Whoever reads along (`| tee`) may have been ended by the same stroke.
  process.stdout.on('error', (error) => {
    if (!interruption.isAsked) throw error;
  });
  return interruption;
}

/** A wait that can be called off. */
export interface Wait {
  /** Resolves when the time has passed; never, once called off. */
  readonly done: Promise<void>;
  cancel(): void;
}

/** Starts a wait; handed to whatever waits, so that a test need not. */
export type Delay = (durationMs: number) => Wait;

/** Waits by the system's timer, which keeps no process alive. */
export const systemDelay: Delay = (durationMs) => {
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, durationMs).unref();
  });
  return { done, cancel: () => clearTimeout(timer) };
};

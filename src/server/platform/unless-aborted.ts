/**
 * Does some work, and waits for it unless a signal says not to: what is left then goes on by itself, and whether it fails is
 * nobody's matter.
 * @throws the reason of the signal, also where it was aborted before: then nothing is begun
 */
export async function unlessAborted<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!signal) return work();
  signal.throwIfAborted();
  const left = new AbortController();
  const broken = new Promise<never>((_, reject) => {
    const leave = () => {
      // What a signal is aborted with is for whoever aborts it to choose: here an error.
      reject(signal.reason instanceof Error ? signal.reason : new Error('Left', { cause: signal }));
    };
    signal.addEventListener('abort', leave, { once: true, signal: left.signal });
  });
  try {
    return await Promise.race([work(), broken]);
  } finally {
    left.abort();
  }
}

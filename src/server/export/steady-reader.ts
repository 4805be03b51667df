import type { Readable } from 'node:stream';
import type { ListStreamOptions } from './list-stream';

/**
 * A stream of bytes for the answer to a request, read as its reader has room. A reader that asks for nothing for too long has
 * stalled, and holds a connection of the database: it is broken off.
 */
export function readSteadily(
  source: Readable,
  { stallAfterMs, onEnd }: ListStreamOptions,
): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let stall: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const end = (error: unknown) => {
    clearTimeout(stall);
    if (hasEnded) return;
    hasEnded = true;
    source.destroy();
    onEnd(error);
  };
  const watch = (controller: ReadableStreamDefaultController) => {
    stall = setTimeout(() => {
      const error = new Error(
        `the reader of an export asked for nothing for ${String(stallAfterMs)} ms`,
      );
      controller.error(error);
      end(error);
    }, stallAfterMs).unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(stall);
        try {
          const { done, value } = await pieces.next();
          if (hasEnded) return;
          if (done) {
            end(null);
            controller.close();
            return;
          }
          controller.enqueue(value);
          watch(controller);
        } catch (error) {
          controller.error(error);
          end(error);
        }
      },
      cancel: () => {
        end(null);
      },
    },
    { highWaterMark: 0 },
  );
}

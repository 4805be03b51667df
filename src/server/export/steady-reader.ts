import type { Readable } from 'node:stream';
import type { ListStreamOptions } from './list-stream';
import { PaceWatch } from './reader-pace';

/**
 * A stream of bytes for the answer to a request, read as its reader has room. A reader that is slower than `pace` holds a
 * connection of the database: it is broken off.
 */
export function readSteadily(
  source: Readable,
  { pace, onEnd }: ListStreamOptions,
): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  let watch: PaceWatch | undefined;
  let hasEnded = false;
  const end = (error: unknown) => {
    watch?.end();
    if (hasEnded) return;
    hasEnded = true;
    source.destroy();
    onEnd(error);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        watch = new PaceWatch(pace, (error) => {
          controller.error(error);
          end(error);
        });
        watch.wait(0);
      },
      async pull(controller) {
        watch?.end();
        try {
          const { done, value } = await pieces.next();
          if (hasEnded) return;
          if (done) {
            end(null);
            controller.close();
            return;
          }
          controller.enqueue(value);
          watch?.wait(value.byteLength);
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

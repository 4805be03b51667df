import type { CsvCell } from '@/domain/csv/csv';
import type { ListFormat } from './list-format';
import { PaceWatch, type ReaderPace } from './reader-pace';

export interface ListStreamOptions {
  /** A reader that is slower holds a connection of the database for too long: it is broken off. */
  readonly pace: ReaderPace;
  /** Called once, when nothing more will be read; with what went wrong, if something did. */
  readonly onEnd: (error: unknown) => void;
}

type Batches = AsyncGenerator<readonly CsvCell[][], void, undefined>;

/**
 * A list as a file that is written while it is read: one batch at a time, the next when the reader has room. What fails
 * on the way breaks the stream, so that nobody takes half a list for the whole.
 * @returns once the first batch is there, so that what fails before it can still be answered
 */
export async function listStream(
  format: Pick<ListFormat, 'opening' | 'records' | 'closing'>,
  batches: Batches,
  { pace, onEnd }: ListStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const first = await batches.next();
  let pending: typeof first | null = first;
  let { opening } = format;
  let watch: PaceWatch | undefined;
  let hasEnded = false;

  const end = async (error: unknown) => {
    watch?.end();
    if (hasEnded) return;
    hasEnded = true;
    await batches.return().catch(() => undefined);
    onEnd(error);
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        watch = new PaceWatch(pace, (error) => {
          controller.error(error);
          void end(error);
        });
        watch.wait(0);
      },
      async pull(controller) {
        watch?.end();
        try {
          let text = '';
          let isDone: boolean | undefined;
          // A pull that gives nothing is the last one: a batch without records is read past.
          do {
            const { done, value } = pending ?? (await batches.next());
            pending = null;
            text += opening + format.records(value ?? []) + (done ? format.closing : '');
            opening = '';
            isDone = done;
          } while (!isDone && text === '');
          const bytes = encoder.encode(text);
          if (text !== '') controller.enqueue(bytes);
          if (!isDone) {
            watch?.wait(bytes.byteLength);
            return;
          }
          await end(null);
          controller.close();
        } catch (error) {
          controller.error(error);
          await end(error);
        }
      },
      cancel: () => end(null),
    },
    { highWaterMark: 0 },
  );
}

import type { CsvCell } from '@/domain/csv/csv';
import type { ListFormat } from './list-format';

export interface ListStreamOptions {
  /** A reader that asks for nothing for this long has stalled, and holds a connection of the database. */
  readonly stallAfterMs: number;
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
  { stallAfterMs, onEnd }: ListStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const first = await batches.next();
  let pending: typeof first | null = first;
  let { opening } = format;
  let stall: NodeJS.Timeout | undefined;
  let hasEnded = false;

  const watch = (controller: ReadableStreamDefaultController) => {
    stall = setTimeout(() => {
      const error = new Error(
        `the reader of an export asked for nothing for ${String(stallAfterMs)} ms`,
      );
      controller.error(error);
      void end(error);
    }, stallAfterMs).unref();
  };
  const end = async (error: unknown) => {
    clearTimeout(stall);
    if (hasEnded) return;
    hasEnded = true;
    await batches.return().catch(() => undefined);
    onEnd(error);
  };

  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(stall);
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
          if (text !== '') controller.enqueue(encoder.encode(text));
          if (!isDone) {
            watch(controller);
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

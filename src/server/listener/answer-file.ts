import { Readable } from 'node:stream';
import { attachmentNamed } from '@/domain/csv/csv';
import { exportSlots } from '@/server/export/export-slots';
import { STEADY_PACE } from '@/server/export/reader-pace';
import { readSteadily } from '@/server/export/steady-reader';
import type { Deps } from '@/server/platform/deps';
import type { AnswerFile } from '@/server/platform/trpc/context';

/** Files of the API may hold this part of the database's connections, beside those of exported lists. */
const SHARE_OF_CONNECTIONS = 1 / 6;

type FileAnswer = (file: AnswerFile, requestId: string, headers: HeadersInit) => Promise<Response>;

/**
 * Answers with files that are written while they are read; each holds a connection of the database for as long as its reader
 * takes.
 */
export function fileAnswers({ env, logger }: Pick<Deps, 'env' | 'logger'>): FileAnswer {
  const slots = Math.max(1, Math.floor(env.databasePoolSize * SHARE_OF_CONNECTIONS));
  const enter = exportSlots(slots, 'Too many files are being written');
  return async ({ contentType, name, pieces }, requestId, given) => {
    const leave = await enter(null);
    const onEnd = (error: unknown) => {
      leave();
      if (error) logger.error({ err: error, requestId }, 'an export broke off');
    };
    const headers = new Headers(given);
    headers.set('content-type', contentType);
    headers.set('content-disposition', attachmentNamed(name));
    headers.set('x-content-type-options', 'nosniff');
    const source = Readable.from(pieces, { objectMode: false });
    return new Response(readSteadily(source, { pace: STEADY_PACE, onEnd }), { headers });
  };
}

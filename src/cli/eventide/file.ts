import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { UsageError, type Arguments } from './arguments';
import { read, serviceOf, STDIN, type Surroundings } from './given';
import { call, ServiceError } from './service';

/** A file that the service writes, compares and applies. */
export interface ServedFile {
  readonly path: string;
  /** Says in words what it changes; null for an answer of another service. */
  readonly words: (answer: unknown) => string | null;
}

/** Writes the file that there is, says what one at hand would change, or applies it. */
export async function runFileCommand(
  args: Arguments,
  around: Surroundings,
  { path, words }: ServedFile,
): Promise<void> {
  const [act = '', file = STDIN, ...others] = args.operands;
  if (others.length > 0) throw new UsageError('One file at a time.');
  const service = await serviceOf(args);
  if (act === 'export') {
    const answer = z
      .object({ file: z.string() })
      .safeParse(await call(service, { method: 'GET', path, parameters: [] }));
    if (!answer.success) throw notOurs();
    if (file === STDIN) around.write(answer.data.file);
    else {
      await writeFile(file, answer.data.file).catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : `${file} cannot be written.`);
      });
    }
    return;
  }
  if (act !== 'diff' && act !== 'apply') {
    throw new UsageError(`eventide ${args.command} export|diff|apply [FILE]`);
  }
  const answer = await call(service, {
    ...{ method: 'PUT', path, isPackable: false },
    parameters: act === 'diff' ? [['dry_run', 'true']] : [],
    body: await read(file, around),
  });
  const text = words(answer);
  if (text === null) throw notOurs();
  const isJson = args.outputs.some(({ format }) => format === 'json');
  around.write(isJson ? `${JSON.stringify(answer, null, 2)}\n` : text);
}

function notOurs(): ServiceError {
  return new ServiceError('The answer is not one of Eventide: do the versions fit?');
}

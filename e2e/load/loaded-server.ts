import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { commands, freePort, ServerProcess } from '../api/harness/server-process';
import { LiveHeap, TRACE_COLLECTIONS } from './process-figures';

const manifestSchema = z.object({ scripts: z.object({ start: z.string() }) });

/** A server of `npm start` that is measured while it works. */
export interface LoadedServer {
  readonly process: ServerProcess;
  /** Where its own metrics are read. */
  readonly metricsUrl: string;
  /** Reads what the last collection of its whole heap left of it, in MiB; NaN before the first one. */
  readonly liveMib: () => Promise<number>;
}

/** What `npm start` gives node before the file that it starts. */
async function flagsOfStart(): Promise<string[]> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
  return manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/**
 * Starts what `npm start` starts, with its flags, and waits until it answers. Its log is `server.log` in the folder.
 * @param isApart whether Ctrl-C at a terminal is for whoever started it alone
 */
export async function startLoadedServer(
  folder: string,
  environment: Readonly<Record<string, string>>,
  isApart = false,
): Promise<LoadedServer> {
  const metricsPort = await freePort();
  const logFile = join(folder, 'server.log');
  const process = await ServerProcess.launch({
    args: [TRACE_COLLECTIONS, ...(await flagsOfStart()), ...commands.node()],
    port: await freePort(),
    ...{ logFile, isApart },
    env: {
      DATA_DIR: folder,
      METRICS_PORT: String(metricsPort),
      METRICS_HOST: '127.0.0.1',
      ...environment,
    },
  });
  await process.ready();
  return {
    process,
    metricsUrl: `http://127.0.0.1:${String(metricsPort)}/metrics`,
    liveMib: following(logFile),
  };
}

/** Reads on in a log where it stopped before: it may have grown large. */
function following(logFile: string): () => Promise<number> {
  const heap = new LiveHeap();
  let start = 0;
  return async () => {
    for await (const piece of createReadStream(logFile, { start, encoding: 'latin1' })) {
      const text = String(piece);
      start += text.length;
      heap.hear(text);
    }
    return heap.mib;
  };
}

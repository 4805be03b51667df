import { resolve } from 'node:path';

/** Resolves a file that was named on the command line. npm changes into the project's folder, and tells where it was called. */
export const pathOf = (file: string) => resolve(process.env.INIT_CWD ?? '.', file);

/**
 * Says where a file goes that was not named: where npm was called, and else into the data folder. Where npm is not,
 * as in the image, that may be all there is to write to.
 */
export function defaultFile(name: string, dataDir: string): string {
  return resolve(process.env.INIT_CWD ?? dataDir, name);
}

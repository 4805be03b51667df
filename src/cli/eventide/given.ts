import { readFile } from 'node:fs/promises';
import { UsageError, type Arguments } from './arguments';
import { DocumentError, type Service } from './service';
import { credentialOf } from './token';

/** The process that a command runs in. */
export interface Surroundings {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Standard output is a terminal that shows colours. */
  readonly hasColours: boolean;
  readonly now: () => Date;
}

/** Stands for standard input where a file is named. */
export const STDIN = '-';

/** Reads the file that a command names. @throws DocumentError */
export async function read(
  file: string,
  { stdin }: Surroundings,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file === STDIN) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin) chunks.push(chunk);
    const document = Buffer.concat(chunks);
    if (document.byteLength === 0) throw new DocumentError('Standard input has nothing.');
    return document;
  }
  return readFile(file).catch((error: unknown) => {
    throw new DocumentError(error instanceof Error ? error.message : file);
  });
}

/** Says where the service is and who calls. @throws UsageError, ServiceError where a platform gives no token */
export async function serviceOf(args: Arguments): Promise<Service> {
  const { url, caFile, timeoutMs } = args;
  if (url === null) throw new UsageError('Where is Eventide? --url or EVENTIDE_URL');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is no address: https://eventide.example.com`);
  const credential = await credentialOf(args);
  if (!credential) throw new UsageError('Which key? EVENTIDE_API_KEY');
  const { text: key, isBuild } = credential;
  if (/[^\x21-\x7E]/.test(key)) throw new UsageError('The key holds characters that no key has.');
  const ca =
    caFile === null
      ? null
      : await readFile(caFile, 'utf8').catch(() => {
          throw new UsageError(`${caFile} cannot be read.`);
        });
  return { url: new URL(url.endsWith('/') ? url : `${url}/`), key, isBuild, ca, timeoutMs };
}

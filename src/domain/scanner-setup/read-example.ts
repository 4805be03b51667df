import { shellQuote } from './quoting';

/** A `curl` command that reads the software in use, next end first: for keys that may not upload. */
export function readExample(input: {
  readonly publicUrl: string;
  readonly apiKey: string;
}): string {
  return [
    `curl -fsS ${shellQuote(`${input.publicUrl}/api/software?size=10`)}`,
    `  -H ${shellQuote(`Authorization: ApiKey ${input.apiKey}`)}`,
  ].join(' \\\n');
}

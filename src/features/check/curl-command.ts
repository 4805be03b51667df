import type { SupportLevel } from '@/domain/catalog/catalog';
import { DEFAULT_LEVEL } from '@/domain/catalog/check/support';
import type { AskedComponent } from './question';

/**
 * The command that asks the same of the API. The key is taken from the environment, so that it stands in no
 * shell's history.
 * @param origin the service's, without a slash at its end
 */
export function curlCommand(
  origin: string,
  components: readonly AskedComponent[],
  level: SupportLevel,
): string {
  const [only] = components;
  const isBatch = components.length !== 1;
  const body = {
    ...(isBatch ? { components } : { component: only }),
    ...(level !== DEFAULT_LEVEL && { lifecycle: level }),
  };
  return [
    `curl -sS ${origin}/api/eol/check${isBatch ? '/batch' : ''}`,
    '-H "Authorization: ApiKey $EVENTIDE_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** As one word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

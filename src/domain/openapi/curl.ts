import { shellQuote } from '@/domain/scanner-setup/quoting';
import type { ApiMethod, ApiOperation, ApiParameter } from './document';

/**
 * A shell command that calls an operation, with what it requires and a placeholder for the key.
 *
 * @param base where the API is served: `https://eventide.example.com/api`
 */
export function curlExample(
  base: string,
  path: string,
  method: ApiMethod,
  operation: ApiOperation,
): string {
  const given = operation.parameters.filter(({ required }) => required);
  const target = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((all, one) => all.replace(`{${one.name}}`, encodeURIComponent(valueOf(one))), path);
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map((one) => `${one.name}=${encodeURIComponent(valueOf(one))}`)
    .join('&');
  const body = operation.requestBody?.content['application/json'].example;
  const verb = method === 'get' ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${verb} ${shellQuote(`${base}${target}${query === '' ? '' : `?${query}`}`)}`,
    ...(operation.security.length > 0 ? ['-H "Authorization: ApiKey $EVENTIDE_KEY"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${shellQuote(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
  date: '2026-04-30',
};

function valueOf({ name, schema }: ApiParameter): string {
  const value = schema.examples?.[0] ?? schema.enum?.[0] ?? BY_FORMAT[schema.format ?? ''] ?? name;
  return String(value);
}

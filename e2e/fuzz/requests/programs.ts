import { FEED_PATH, LISTING_NAME } from '@/domain/scanner-database/feed';
import type { Records } from './records';
import type { Sample } from './sample';

const JSON_TYPE = 'application/json';

/** What an assistant asks, by the name of the tool. */
export const questionsOn = ({ ids, texts }: Records): Readonly<Record<string, object>> => {
  const { project = '', product = '' } = texts;
  return {
    what_ends: { from: '2000-01-01', to: '2030-01-01', project },
    check_component: { name: product, version: '1', project },
    where_is: { product },
    next_supported: { product, cycle: '1' },
    coverage: { project },
    explain_finding: { product, image: ids['image'] ?? '' },
  };
};

/** What programs ask elsewhere than below `/api`: assistants, builds, and scanners by TLS. */
export function programs(key: string, records: Records, scans: readonly Sample[]): Sample[] {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const read = [
    ...['/v1/policy', '/v2/policy', '/certificate', '/healthz', '/scanner-ca.pem'],
    `${FEED_PATH}${LISTING_NAME}`,
  ].map((target) => ({ name: target, method: 'GET', target, headers, body: null }));
  const byTls = [...read, ...scans].map((sample): Sample => ({
    ...sample,
    name: `${sample.name} by TLS`,
    listener: 'scanners',
  }));
  return [...assistants(headers, records), ...bare(headers), ...byTls];
}

/** What is answered below the root as well as below `/api`. */
function bare(headers: Sample['headers']): Sample[] {
  const bodies = {
    '/eol/check': { component: { name: 'nodejs', version: '16.0.0', ecosystem: 'generic' } },
    '/eol/check/batch': { components: [{ purl: 'pkg:npm/express@3.21.2' }] },
  };
  return Object.entries(bodies).map(([target, body]) => ({
    ...{ name: target, method: 'POST', target, headers },
    body: Buffer.from(JSON.stringify(body)),
  }));
}

function assistants(headers: Sample['headers'], records: Records): Sample[] {
  const clientInfo = { name: 'fuzz', version: '1' };
  const begin = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const asked: readonly (readonly [method: string, params: object])[] = [
    ['initialize', begin],
    ['tools/list', {}],
    ...Object.entries(questionsOn(records)).map(
      ([name, given]) => ['tools/call', { name, arguments: given }] as const,
    ),
  ];
  return asked.map(([method, params]) => ({
    ...{ name: `assistant ${method}`, method: 'POST', target: '/mcp' },
    headers: { ...headers, accept: `${JSON_TYPE}, text/event-stream` },
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
  }));
}

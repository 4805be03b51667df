import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ROLES, type Role } from '@/domain/roles/permissions';
import { createAssistantHandler } from '@/server/listener/assistant-handler';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { RequestOrigin } from '@/server/platform/http/pipeline';
import { makeApiKey } from './accounts';
import type { TestDeps } from './deps';

/** Revisions of the protocol that assistants may speak. */
export const VERSIONS = ['2025-11-25', '2026-07-28'] as const;
export type Version = (typeof VERSIONS)[number];

export const ASSISTANTS = 'https://eventide.example.com/mcp';
const ORIGIN: RequestOrigin = { path: '/mcp', remoteAddress: '192.0.2.7' };

/** Makes a key of every role. */
export async function keysOf(
  deps: TestDeps,
  organizationId: OrganizationId,
): Promise<Readonly<Record<Role, string>>> {
  const made = await Promise.all(
    ROLES.map(async (role) => [role, (await makeApiKey(deps, organizationId, role)).key] as const),
  );
  // `fromEntries` forgets the names.
  return Object.fromEntries(made) as Record<Role, string>;
}

/** Sends one request to the address of assistants, as it is. */
export function sendToAssistants(
  deps: TestDeps,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(ASSISTANTS, {
    method,
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...headers,
    },
    ...(method === 'POST' && { body: text }),
  });
  return createAssistantHandler(deps)(request, ORIGIN);
}

/** The messages of an answer, which is one or a stream of events. */
function messagesIn(type: string | null, text: string): unknown[] {
  if (text === '') return [];
  if (!type?.startsWith('text/event-stream')) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown);
}

/**
 * Connects the official client.
 * @param onMessage told of every message of the server as it came
 */
export async function connectedAssistant(
  deps: TestDeps,
  version: Version,
  key: string,
  onMessage: (message: unknown) => void = () => undefined,
): Promise<Client> {
  const serve = createAssistantHandler(deps);
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: version === '2026-07-28' ? { pin: version } : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(ASSISTANTS), {
    requestInit: { headers: { 'x-api-key': key } },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const response = await serve(request, ORIGIN);
      const text = await response.text();
      // What is no message is refused by HTTP.
      const isMessage = request.method === 'POST';
      const messages = isMessage ? messagesIn(response.headers.get('content-type'), text) : [];
      messages.forEach(onMessage);
      return new Response(text === '' ? null : text, response);
    },
  });
  await client.connect(transport);
  return client;
}

import { DomainError, forbidden } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { readVersion } from '@/server/metrics/service/version';
import { principalOf, type Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';

const PATH = '/mcp';

/** Whether assistants ask this address. */
export function isAssistantPath(pathname: string): boolean {
  return pathname === PATH || pathname === `${PATH}/`;
}

/**
 * Answers assistants, in the Model Context Protocol without sessions: each request is answered by a server of its own.
 * Keys alone, whose role may look: a page that a person has open must not be able to ask in their name. Order of checks:
 * a page's origin 403, wrong verb 405, 401, 403, 413, then the protocol. Never rejects.
 */
export function createAssistantHandler(deps: Deps): RequestHandler {
  const version = readVersion();

  async function answer(passage: Passage): Promise<Response> {
    passage.route = PATH;
    const { request } = passage;
    const origin = request.headers.get('origin');
    // Of the public address alone, whatever host was called: a name of somebody else's may lead here.
    if (origin !== null && origin !== new URL(deps.env.publicUrl).origin) throw forbidden();
    if (request.method !== 'POST') return methodNotAllowed('POST');
    const principal = await keyOf(passage);
    const asked = { deps, principal, requestId: passage.requestId };
    const served = await version;
    const { createMcpHandler, makeToolServer } = await loadTools();
    return passage.withReadBody(passage.maxJsonBytes, async (read) => {
      if (await isBatch(read)) return refuseBatch();
      const protocol = createMcpHandler(() => makeToolServer(asked, served), {
        // Nothing that is told of changes while somebody listens.
        maxSubscriptions: 0,
        keepAliveMs: 0,
        maxRequestBodySize: passage.maxJsonBytes,
        onerror: (err) =>
          deps.logger.debug({ err, requestId: passage.requestId }, 'an assistant was refused'),
      });
      return protocol.fetch(read);
    });
  }

  return (request, origin) => handle(deps, request, origin, answer);
}

/** What it takes is not loaded before an assistant asks. */
async function loadTools() {
  const [{ createMcpHandler }, { makeToolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@/server/assistant/service/tool-server'),
  ]);
  return { createMcpHandler, makeToolServer };
}

/** @throws DomainError 401, 403 */
async function keyOf(passage: Passage): Promise<Principal> {
  const caller = await passage.requireCaller();
  if (caller.kind !== 'api_key') throw new DomainError('forbidden', 'Assistants need an API key');
  const principal = principalOf(caller);
  if (!principal || !can(principal.role, 'inventory:read')) throw forbidden();
  return principal;
}

/** Several calls in one body: the protocol has none since 2025-06-18, and a megabyte of them is much work. */
async function isBatch(request: Request): Promise<boolean> {
  return (await request.clone().text()).trimStart().startsWith('[');
}

function refuseBatch(): Response {
  const error = { code: -32_600, message: 'One message in a request' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

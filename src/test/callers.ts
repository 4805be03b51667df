import type { Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { addOperator, COMMAND_LINE } from '@/server/operator/service';
import { appRouter } from '@/server/app-router';
import type { RequestContext } from '@/server/platform/trpc/context';
import { createCallerFactory } from '@/server/platform/trpc/init';
import { makePerson } from './accounts';

const createCaller = createCallerFactory(appRouter);

/**
 * The procedures as a key of this role calls them.
 * @param http what of a request and its answer is beside the procedure's input and value
 */
export function callAs(
  deps: Deps,
  organizationId: OrganizationId,
  role: Role = 'viewer',
  http: Pick<RequestContext, 'ifNoneMatch' | 'answerWith'> = {},
) {
  return createCaller({
    deps,
    requestId: 'test-request',
    remoteAddress: '192.0.2.1',
    caller: {
      kind: 'api_key',
      id: organizationId,
      name: 'CI',
      createdByUserId: null,
      active: { organizationId, role },
    },
    scanBody: null,
    ...http,
  });
}

/** The procedures as nobody in particular calls them. */
export function callAnonymously(deps: Deps) {
  return createCaller({
    deps,
    requestId: 'test-request',
    remoteAddress: '192.0.2.1',
    caller: null,
    scanBody: null,
  });
}

/** The procedures as an operator calls them, who belongs to no organization. */
export async function callAsOperator(deps: Deps) {
  const { id, email } = await makePerson(deps);
  const name = 'Olga Operator';
  await deps.db.transaction((tx) =>
    addOperator(tx, COMMAND_LINE, { id, name, email }, deps.clock.now()),
  );
  return createCaller({
    deps,
    requestId: 'test-request',
    remoteAddress: '192.0.2.1',
    caller: { kind: 'person', id, name, email, sessionId: id, active: null },
    scanBody: null,
  });
}

/** The procedures as a signed-in member of an organization calls them. */
export function callAsMember(
  deps: Deps,
  organizationId: OrganizationId,
  { id, email }: { readonly id: string; readonly email: string },
) {
  return createCaller({
    deps,
    requestId: 'test-request',
    remoteAddress: '192.0.2.1',
    caller: {
      ...{ kind: 'person', id, name: 'Ada Lovelace', email, sessionId: id },
      active: { organizationId, role: 'viewer' },
    },
    scanBody: null,
  });
}

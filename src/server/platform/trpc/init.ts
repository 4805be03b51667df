import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import { isDomainError, type DomainErrorCode, type Fault } from '@/domain/errors';
import type { Permission } from '@/domain/roles/permissions';
import { OTHER_ORGANIZATION_MESSAGE } from '@/domain/organization';
import { refusalOfUnmeasurable } from '@/domain/validation/unmeasurable';
import { faultsOf } from '@/domain/validation/zod-faults';
import { resolveNamedOrganization, type NamedBy } from '@/server/platform/auth/named-organization';
import {
  isPermitted,
  principalOf,
  refusalFor,
  type Actor,
  type Caller,
  type Principal,
} from '@/server/platform/auth/principal';
import { asDomainError, isValueRefusal } from '@/server/platform/db/connection-errors';
import { readFromReplica } from '@/server/platform/db/replicas/read-from-replica';
import { isOperator } from '@/server/platform/auth/operators';
import { inPartSpan, kindOf, markFailed, type Span } from '@/server/platform/tracing';
import { isAdmitted } from './admission';
import type { RequestContext } from './context';
import type { ProcedureMeta } from './meta';

/** The status that each domain error leaves a procedure with. */
export const TRPC_CODES = {
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
  invalid: 'UNPROCESSABLE_CONTENT',
  too_many_requests: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<DomainErrorCode, TRPCError['code']>;

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    // The dashboard shows the public message and the request id; nothing else leaves the server.
    errorFormatter({ shape, error, ctx, input }) {
      const hidden = error.code === 'INTERNAL_SERVER_ERROR';
      return {
        code: shape.code,
        message: hidden ? 'Internal server error' : error.message,
        data: {
          code: error.code,
          httpStatus: shape.data.httpStatus,
          requestId: ctx?.requestId ?? null,
          faults: faultsIn(error.cause, input),
        },
      };
    },
  });

/** Lists the faults of a call, each with its location: found by a service, or by the schema of its input. */
function faultsIn(cause: unknown, input: unknown): readonly Fault[] {
  if (isDomainError(cause)) return cause.faults;
  return cause instanceof ZodError ? faultsOf(cause, 'body', input) : [];
}

/**
 * Domain errors leave a procedure as the tRPC error that carries their status; the original is the cause. All of it is one
 * span of its name, where the request is traced.
 */
const translateErrors = t.middleware(async ({ next, path, type, ctx }) => {
  const attributes = { 'rpc.method': path, 'rpc.type': type };
  const { result, refused } = await inPartSpan(path, { attributes }, async (span) => {
    const came = await next();
    if (came.ok) return { result: came, refused: null };
    const given = came.error.cause;
    const refusal = refusalOfUnmeasurable(given);
    // The input's own schema is not what threw: what did may be ours.
    if (refusal && came.error.code !== 'BAD_REQUEST') {
      const { deps, requestId } = ctx;
      deps.logger.warn({ err: given, requestId, path }, 'something could not be measured');
    }
    const cause = refusal ?? asDomainError(given);
    if (isDomainError(cause)) {
      // Whatever takes texts bounds them: one that the database had to refuse is our fault to mend.
      if (isValueRefusal(cause)) {
        const { deps, requestId } = ctx;
        deps.logger.warn({ err: cause.cause, requestId, path }, 'the database refused a value');
      }
      const code = TRPC_CODES[cause.code];
      if (span) noteError(span, code, cause);
      return { result: came, refused: new TRPCError({ code, message: cause.message, cause }) };
    }
    if (span) noteError(span, came.error.code, given);
    return { result: came, refused: null };
  });
  // Behind the span: within it, what is refused would be a failure.
  if (refused) throw refused;
  return result;
});

/** Says in a span why a procedure gave nothing: as a failure where it is ours. */
function noteError(span: Span, code: TRPCError['code'], cause: unknown): void {
  const isOurs = code === 'INTERNAL_SERVER_ERROR' || code === 'SERVICE_UNAVAILABLE';
  if (isOurs) markFailed(span, kindOf(cause));
  else span.setAttribute('error.type', code);
}

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** Anyone. */
export const publicProcedure = t.procedure.meta({ access: 'public' }).use(translateErrors);

/** Any signed-in person or key, also one who belongs to no organization. */
export const signedInProcedure = t.procedure
  .meta({ access: 'signed-in' })
  .use(translateErrors)
  .use(({ ctx, next }) => {
    if (!ctx.caller) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
    return next({ ctx: { ...ctx, caller: ctx.caller } });
  });

/** A person with a session, whatever organization is active: what a key has no use for. */
export const personProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { caller } = ctx;
  if (caller.kind !== 'person') throw forbiddenCall();
  return next({ ctx: { ...ctx, caller } });
});

/**
 * A person who looks after the installation. To everybody else, signed in or not, it is not there: the answer is
 * that to a procedure of no such name. Before the input is looked at.
 */
export const operatorProcedure = t.procedure
  .meta({ access: 'operator' })
  .use(translateErrors)
  .use(async ({ ctx, next, path }) => {
    const { caller } = ctx;
    if (caller?.kind !== 'person' || !(await isOperator(ctx.deps, caller))) {
      throw new TRPCError({ code: 'NOT_FOUND', message: `No procedure found on path "${path}"` });
    }
    const { kind, id, name } = caller;
    const origin = { requestId: ctx.requestId, remoteAddress: ctx.remoteAddress };
    return next({ ctx: { ...ctx, caller, operator: { kind, id, name, origin } } });
  });

/** A caller whose role in its organization allows `permission`; the handler sees it as `principal`. */
export function permitted(permission: Permission) {
  return signedInProcedure.meta({ access: 'organization', permission }).use(({ ctx, next }) => {
    const principal = principalOf(ctx.caller);
    requireShown(ctx, principal);
    if (!principal || !isPermitted(principal, permission)) {
      throw forbiddenCall(refusalFor(principal, permission));
    }
    return next({ ctx: { ...ctx, principal: actorIn(ctx, principal) } });
  });
}

/**
 * As {@link permitted}, for a list or figures that may be a little old: a replica of the database may answer, which has all that
 * was changed in the organization before. It may read what is audited or noted as a change of the organization, and nothing
 * that somebody has of their own.
 */
export function permittedToList(permission: Permission) {
  return permitted(permission)
    .meta({ mayLag: true })
    .use(({ ctx, next }) =>
      readFromReplica(ctx.deps.db, ctx.principal.organizationId, (db) =>
        next(db === ctx.deps.db ? { ctx } : { ctx: { ...ctx, deps: { ...ctx.deps, db } } }),
      ),
    );
}

/** Any signed-in person, and keys whose role allows `keyPermission`. */
export function peopleAndKeys(keyPermission: Permission) {
  const asked = { access: 'signed-in', keyPermission } as const;
  return signedInProcedure.meta(asked).use(({ ctx, next }) => {
    const { caller } = ctx;
    // A build founds nothing, whatever its role may.
    if (caller.kind === 'build_token' || !isAdmitted(caller, asked)) throw forbiddenCall();
    return next({ ctx: { ...ctx, caller } });
  });
}

interface Naming<Input> {
  /** The organization that the input names. */
  readonly organization: (input: Input) => NamedBy;
  /** Whether a caller asks for what everybody may who can see the organization at all. */
  readonly unless?: (caller: Caller, input: Input) => boolean;
}

/**
 * For a path that names its organization: a caller whose role there allows `permission`; the handler sees it
 * as `principal`. An input that does not hold is told before an organization that the caller cannot see, and
 * that before a role that is too small.
 */
export function permittedInNamed<Input extends z.ZodType>(
  permission: Permission,
  input: Input,
  naming: Naming<z.output<Input>>,
) {
  return signedInProcedure
    .meta({ access: 'signed-in', named: permission })
    .input(input)
    .use(async ({ ctx, input: parsed, next }) => {
      // tRPC's types for a generic schema say no more than that it was parsed; it was, by `input`.
      const value = parsed as z.output<Input>;
      const principal = await resolveNamedOrganization(
        ctx.deps,
        ctx.caller,
        naming.organization(value),
      );
      const isExempt = naming.unless?.(ctx.caller, value) ?? false;
      if (!isExempt && !isPermitted(principal, permission)) throw forbiddenCall();
      return next({ ctx: { ...ctx, principal: actorIn(ctx, principal) } });
    });
}

/**
 * Refuses a page that was rendered for another organization than the one its session acts in now. Before the
 * role is looked at: what the person may do elsewhere says nothing of what this page is about.
 */
function requireShown({ shownOrganizationId }: RequestContext, acts: Principal | null): void {
  if (!shownOrganizationId || !acts || acts.organizationId === shownOrganizationId) return;
  throw new TRPCError({ code: 'CONFLICT', message: OTHER_ORGANIZATION_MESSAGE });
}

function actorIn(
  { requestId, remoteAddress, caller }: RequestContext,
  principal: Principal,
): Actor {
  const session = caller?.kind === 'person' ? { sessionId: caller.sessionId } : {};
  return { ...principal, ...session, origin: { requestId, remoteAddress } };
}

function forbiddenCall(message = 'Forbidden'): TRPCError {
  return new TRPCError({ code: 'FORBIDDEN', message });
}

import { conflict, DomainError, invalid } from '@/domain/errors';
import { DAY_MS, dayOf } from '@/domain/eol/calendar';
import type { PolicySet } from '@/domain/policy/set';
import type { CatalogView } from '@/domain/catalog/view';
import type { ScanUpload } from '@/domain/scan/upload';
import { UNASSIGNED_PROJECT } from '@/domain/identifiers/project-name';
import { ownProjectOf, requireOwnProject } from '@/server/platform/auth/build-scope';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal, Uploader } from '@/server/platform/auth/principal';
import { isLockTimeout } from '@/server/platform/db/connection-errors';
import type { Database, Transaction } from '@/server/platform/db/db';
import { waitBriefly } from '@/server/platform/db/wait-briefly';
import { coverOwned } from '@/server/coverage/service';
import type { Deps } from '@/server/platform/deps';
import { FairTurns, InOrder } from '@/server/platform/fair-turns';
import { oncePer } from '@/server/platform/once-per';
import { readPolicySetBeside } from '@/server/policy/service/status';
import type { ScanAnswer } from '../dto';
import {
  findAnswer,
  forgetAnswers,
  lockIdempotencyKey,
  rememberAnswer,
  type IdempotencyScope,
} from '../repository/idempotency';
import type { ScanBody } from '@/server/platform/http/scan-body';
import type { SentCodeowners } from '@/server/team/service/codeowners';
import { type Accepted, acceptInto, ImageTagRaced, type MaybeRead } from './ingest';
import { planUpload } from '@/server/inventory/service/plan';

const IDEMPOTENCY_TTL_MS = DAY_MS;
const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** Creating the same project or tag at once makes one of two uploads start over; more than this is not bad luck. */
const MAX_STARTS = 5;

/** Times that an upload waits some seconds for others of its organization, two minutes in all, before it is told to come again. */
const MAX_WAITS = 24;
const RETRY_AFTER_SECONDS = 30;

/**
 * Uploads under way hold at most half of the connections; the others wait here and cost none. Without it, a
 * burst for one image tag (all of them waiting for its row) takes every connection, and a scanner that cannot
 * read its policies in time goes on without them. One organization leaves room for others: where a long change
 * keeps its uploads waiting, those of others go on.
 */
const turnsOf = oncePer(
  ({ pool }: Database) =>
    new FairTurns(Math.max(1, Math.floor(pool.options.max / 2)), { isHeldUp: isLockTimeout }),
);

/**
 * Uploads for one image tag wait here as well, in the order in which they came: of two of which each gave its place up while
 * it waited for a lock, the one that came first would else be stored last, and the image be as an older scan found it.
 */
const orderOf = oncePer(() => new InOrder());

/**
 * Accepts one scan upload, whole or not at all, and answers with the outcome. Of a build that names no project it is for
 * the build's own.
 * @param policiesRead whether the scanner had read the policies before; null where that means nothing
 * @throws DomainError as {@link acceptUpload}
 */
export function acceptScan(
  deps: Deps,
  principal: Principal,
  upload: ScanUpload,
  body: ScanBody,
  policiesRead: MaybeRead = null,
): Promise<ScanAnswer> {
  const { projectName } = upload;
  const named = projectName === UNASSIGNED_PROJECT ? ownProjectOf(principal) : null;
  const given = named === null ? upload : { ...upload, projectName: named };
  return acceptUpload(deps, principal, given, { ...body, policiesRead }, ({ answer }) => answer);
}

/**
 * Accepts one upload, whole or not at all. Uploads for one image tag take turns; an upload repeated under its
 * idempotency key gets the first answer.
 * @param answerOf makes the answer, which is kept with the idempotency key as JSON; it may read what was stored, in its
 * transaction
 * @param storeBeside stores what stands or falls with the upload, in its transaction; once for each upload
 * @throws DomainError 403 for a build that names another project than its own, 409 when the key was used for another
 * upload, 422 when the key itself is too long, 503 where others of the organization change for minutes what it is to change
 */
export async function acceptUpload<Answer extends object>(
  deps: Deps,
  principal: Uploader,
  upload: ScanUpload,
  body: UploadBody,
  answerOf: (accepted: Accepted, catalog: CatalogView, tx: Transaction) => Answer | Promise<Answer>,
  storeBeside: (tx: Transaction, accepted: Accepted) => Promise<void> = () => Promise.resolve(),
): Promise<Answer> {
  requireOwnProject(principal, upload.projectName);
  const { organizationId } = principal;
  const catalog = await deps.catalog.forOrganization(organizationId);
  const plan = await planUpload(catalog, upload);
  const scope = idempotencyScope(body);
  const tag = [organizationId, plan.projectKey, plan.referenceKey].join(' ');
  const store = async (tx: Transaction, policies: Promise<PolicySet>) => {
    const moved: string[] = [];
    const answer = await once(organizationId, tx, scope, body, deps.clock.now(), async () => {
      const accepted = await acceptInto(tx, {
        principal,
        upload,
        plan,
        catalog,
        policiesRead: body.policiesRead,
        policies,
        sbom: body.sbom,
        codeowners: body.codeowners ?? null,
        now: deps.clock.now(),
      });
      if (accepted.isMoved) moved.push(accepted.answer.project_id);
      await storeBeside(tx, accepted);
      return await answerOf(accepted, catalog, tx);
    });
    return { answer, moved };
  };
  const { answer, moved } = await orderOf(deps.db).run(tag, () => inTurn(deps, principal, store));
  if (moved.length > 0) await coverOwned(deps, organizationId, moved);
  return answer;
}

/**
 * Does the work of an upload in a transaction of its own, once it has its turn, with the policies of today. What waits for others of its organization for
 * some seconds gives its place up meanwhile and comes again, and nothing of it is kept.
 */
async function inTurn<Result>(
  deps: Deps,
  principal: Uploader,
  work: (tx: Transaction, policies: Promise<PolicySet>) => Promise<Result>,
): Promise<Result> {
  const turns = turnsOf(deps.db);
  const begin = () => {
    const policies = policiesOfToday(deps, principal);
    return deps.db.transaction(async (tx) => {
      await waitBriefly(tx);
      return work(tx, policies);
    });
  };
  for (let starts = 1, waits = 1; ;) {
    try {
      return await turns.run(principal.organizationId, begin);
    } catch (error) {
      const isRaced = error instanceof ImageTagRaced;
      if (!isRaced && !isLockTimeout(error)) throw error;
      if (isRaced ? starts === MAX_STARTS : waits === MAX_WAITS) throw tryAgain(error);
      if (isRaced) starts += 1;
      else waits += 1;
    }
  }
}

function tryAgain(cause: unknown): DomainError {
  if (cause instanceof ImageTagRaced)
    return new DomainError('unavailable', 'The project is being changed; try again');
  return new DomainError('unavailable', 'The organization is being changed; try again', {
    ...{ retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  });
}

/** Reads what an upload is judged by beside its transaction, which needs it last. */
function policiesOfToday({ db, clock }: Deps, { organizationId }: Uploader): Promise<PolicySet> {
  const policies = readPolicySetBeside(organizationId, db, dayOf(clock.now()));
  // It is waited for where it is needed; an upload that fails before that says why itself.
  policies.catch(() => undefined);
  return policies;
}

/** The parts of an upload beside what it says was found. */
interface UploadBody extends ScanBody {
  readonly policiesRead: MaybeRead;
  /** A file that came with it. */
  readonly codeowners?: SentCodeowners | null;
}

function idempotencyScope(body: ScanBody): IdempotencyScope | null {
  const key = body.idempotencyKey;
  if (key === null || key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    const msg = `String should have at most ${String(MAX_IDEMPOTENCY_KEY_LENGTH)} characters`;
    throw invalid([{ loc: ['header', 'idempotency-key'], msg, type: 'string_too_long' }]);
  }
  return { path: body.path, key };
}

async function once<Answer extends object>(
  organizationId: OrganizationId,
  tx: Transaction,
  scope: IdempotencyScope | null,
  body: ScanBody,
  now: Date,
  accept: () => Promise<Answer>,
): Promise<Answer> {
  if (!scope) return accept();
  await lockIdempotencyKey(organizationId, tx, scope);
  const since = new Date(now.getTime() - IDEMPOTENCY_TTL_MS);
  const remembered = await findAnswer(organizationId, tx, scope, since);
  if (remembered && !remembered.bodySha256.equals(body.sha256)) {
    throw conflict('This Idempotency-Key was used for another upload');
  }
  // Written by this function under this path, and read back as the JSON that it was.
  if (remembered) return remembered.answer as Answer;
  const answer = await accept();
  await forgetAnswers(organizationId, tx, since);
  await rememberAnswer(organizationId, tx, scope, {
    bodySha256: body.sha256,
    answer,
    createdAt: now,
  });
  return answer;
}

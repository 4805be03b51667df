import { v7 as uuidv7 } from 'uuid';
import {
  CHANNEL_SETTINGS,
  type ChannelDraft,
  type ChannelPatch,
  hasCredentials,
  leadsElsewhere,
  MAX_CHANNELS,
  settingsFromCredentials,
} from '@/domain/channel/channel';
import { makeSigningKeys, type SigningKeys } from '@/domain/channel/standard-webhook';
import { conflict, notFound } from '@/domain/errors';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import {
  isUnreadableSecret,
  openSecret,
  sealSecret,
} from '@/server/platform/secrets/sealed-secret';
import { Secret } from '@/server/platform/secrets/secret';
import { type ChannelRecord, toChannelRecord } from '../dto';
import {
  countChannelsInTurn,
  deleteChannelRow,
  enableChannel,
  findChannel,
  findChannels,
  insertChannel,
  lockChannel,
  updateChannel,
} from '../repository/channels';
import { disableChannel } from '../repository/delivery';
import {
  credentialsMissing,
  credentialsOf,
  givenCredentials,
  givenSettings,
  settingsOfDraft,
} from './credentials';
import { signs } from './kinds/kinds';
import { readWebhookSecret, type WebhookSecret } from './kinds/webhook';
import { rotatedKeys, signingOf, storedSigning } from './signing';

const HOUR_MS = 60 * 60_000;

type ChannelDeps = Pick<Deps, 'db' | 'clock' | 'env'>;
export type ShownChannel = ChannelRecord & { readonly secret: string | null };

/** Lists the channels of an organization, the oldest first. */
export async function listChannels(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
): Promise<ChannelRecord[]> {
  const rows = await findChannels(organizationId, db);
  return rows.map((row) => toChannelRecord(row, clock.now()));
}

/** @throws DomainError 404 when the organization has no such channel */
export async function getChannel(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: OrganizationId,
  id: string,
): Promise<ChannelRecord> {
  const row = await findChannel(organizationId, db, id);
  if (!row) throw notFound('Channel');
  return toChannelRecord(row, clock.now());
}

/**
 * Adds a channel, which delivers at once; one that signs gets its keys, whose secret is shown this once.
 * @throws DomainError 409 for one too many
 */
export async function createChannel(
  deps: ChannelDeps,
  actor: Actor,
  draft: ChannelDraft,
): Promise<ShownChannel> {
  const { organizationId } = actor;
  const { kind, name } = draft;
  const id = uuidv7();
  const keys = signs(kind) ? [makeSigningKeys()] : null;
  const hidden = keys ? ({ keys } satisfies WebhookSecret) : credentialsOf(draft);
  const secret = hidden && (await sealed(deps, organizationId, id, hidden));
  const record = await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    if ((await countChannelsInTurn(organizationId, tx)) >= MAX_CHANNELS) {
      throw conflict(`An organization has at most ${String(MAX_CHANNELS)} channels`);
    }
    const signing = keys ? { signing: signingOf(keys) } : {};
    await insertChannel(organizationId, tx, {
      ...{ id, kind, name, secret, at, createdBy: actor.name },
      settings: { ...settingsOfDraft(draft), ...signing },
    });
    return changed(tx, actor, id, { at, action: 'channel.create', before: null });
  });
  return { ...record, secret: keys?.[0]?.secret ?? null };
}

/**
 * Changes a channel. Messages that wait for it go where it leads from now on.
 * @throws DomainError 404 when the organization has no such channel, 422 for settings or credentials that its kind does
 * not have
 */
export function patchChannel(
  deps: ChannelDeps,
  actor: Actor,
  id: string,
  { settings, credentials, ...patch }: ChannelPatch,
): Promise<ChannelRecord> {
  const { organizationId } = actor;
  return change(deps, actor, id, 'channel.update', async (tx, before, at) => {
    const { kind } = before;
    const given = settings && givenSettings(kind, settings);
    const hidden = credentials && givenCredentials(kind, credentials);
    const secret = hidden && (await sealed(deps, organizationId, id, hidden));
    // The keys stay as they are.
    const kept = storedSigning.parse(before.settings);
    const former = CHANNEL_SETTINGS[kind].parse(before.settings);
    const own = { ...former, ...given };
    if (hasCredentials(kind) && !hidden && leadsElsewhere(former, own)) throw credentialsMissing();
    const next = { ...own, ...(hidden && settingsFromCredentials(hidden)), ...kept };
    await updateChannel(organizationId, tx, id, {
      ...{ ...patch, at, settings: next },
      ...(secret !== undefined && { secret }),
    });
  });
}

/**
 * Gives a channel new keys; the ones before sign beside them for so many hours, with 0 not at all. What an earlier
 * rotation left ends at once: two generations sign at most.
 * @throws DomainError 404 when the organization has no such channel, 409 when it does not sign
 */
export async function rotateKeys(
  deps: ChannelDeps,
  actor: Actor,
  id: string,
  graceHours: number,
): Promise<ShownChannel> {
  let secret: string | null = null;
  const record = await change(deps, actor, id, 'channel.rotate', async (tx, before, at) => {
    const endsAt = new Date(at.getTime() + graceHours * HOUR_MS);
    const keys = rotatedKeys(await keysOf(deps, actor, before), endsAt, at);
    await storeKeys(deps, actor, tx, before, keys, at);
    secret = keys[0]?.secret ?? null;
  });
  return { ...record, secret };
}

/**
 * Ends the keys before the current ones at once.
 * @throws DomainError as {@link rotateKeys} does
 */
export function endPreviousKeys(
  deps: ChannelDeps,
  actor: Actor,
  id: string,
): Promise<ChannelRecord> {
  return change(deps, actor, id, 'channel.end_previous_keys', async (tx, before, at) => {
    const keys = await keysOf(deps, actor, before);
    const current = keys.filter(({ endsAt }) => endsAt === null);
    if (current.length === 0) throw conflict('There are no keys that can be read: rotate them');
    await storeKeys(deps, actor, tx, before, current, at);
  });
}

/** Pauses a channel: what waits for it, and what comes, is dropped. @throws DomainError 404 */
export function pauseChannel(deps: ChannelDeps, actor: Actor, id: string): Promise<ChannelRecord> {
  const { organizationId } = actor;
  return change(deps, actor, id, 'channel.pause', async (tx, _before, at) => {
    await disableChannel(organizationId, tx, id, { reason: 'paused', at, noticeAt: null });
  });
}

/**
 * Lets a channel deliver again what comes from now on.
 * @throws DomainError 404 when the organization has no such channel, 409 for one that came with an import and has no secret yet:
 *   whatever is said would be lost, until it is disabled as failing
 */
export function resumeChannel(deps: ChannelDeps, actor: Actor, id: string): Promise<ChannelRecord> {
  return change(deps, actor, id, 'channel.resume', async (tx, { kind, secret }, at) => {
    if (secret === null && signs(kind))
      throw conflict('This channel has no keys to sign with: rotate them first');
    if (secret === null && hasCredentials(kind))
      throw conflict('This channel has no credentials: enter them first');
    await enableChannel(actor.organizationId, tx, id, at);
  });
}

/** Removes a channel with what was sent to it, and what was not yet. @throws DomainError 404 */
export async function deleteChannel(deps: ChannelDeps, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor;
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const row = await lockChannel(organizationId, tx, id);
    if (!row) throw notFound('Channel');
    await deleteChannelRow(organizationId, tx, id);
    await recordAudit(tx, actor, {
      ...{ at, action: 'channel.delete', subjectKind: 'channel', subjectId: id },
      before: toChannelRecord(row, at),
    });
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockChannel>>>;

/** Changes a channel in a transaction that leaves an entry in the audit log. */
function change(
  { db, clock }: ChannelDeps,
  actor: Actor,
  id: string,
  action: string,
  work: (tx: Transaction, before: Locked, at: Date) => Promise<void>,
): Promise<ChannelRecord> {
  return db.transaction(async (tx) => {
    const at = clock.now();
    const before = await lockChannel(actor.organizationId, tx, id);
    if (!before) throw notFound('Channel');
    await work(tx, before, at);
    return changed(tx, actor, id, { at, action, before: toChannelRecord(before, at) });
  });
}

async function changed(
  tx: Transaction,
  actor: Actor,
  id: string,
  entry: { readonly at: Date; readonly action: string; readonly before: ChannelRecord | null },
): Promise<ChannelRecord> {
  const { at, action, before } = entry;
  const row = await findChannel(actor.organizationId, tx, id);
  if (!row) throw notFound('Channel');
  const after = toChannelRecord(row, at);
  await recordAudit(tx, actor, {
    ...{ at, action, subjectKind: 'channel', subjectId: id, after },
    ...(before && { before }),
  });
  return after;
}

function placeOf(organizationId: OrganizationId, id: string) {
  return { organizationId, column: 'channel.secret', rowId: id } as const;
}

function sealed(
  deps: ChannelDeps,
  organizationId: OrganizationId,
  id: string,
  hidden: object,
): Promise<string> {
  return sealSecret(deps, placeOf(organizationId, id), new Secret(JSON.stringify(hidden)));
}

async function keysOf(
  deps: ChannelDeps,
  { organizationId }: Actor,
  { id, kind, secret }: Locked,
): Promise<SigningKeys[]> {
  if (!signs(kind)) throw conflict('A channel of this kind does not sign');
  // It came with an import, which brings no secrets.
  if (secret === null) return [];
  try {
    const opened = await openSecret(deps, placeOf(organizationId, id), secret);
    return readWebhookSecret(opened).keys;
  } catch (error) {
    // None of them signs any more: what is left is to make new ones.
    if (isUnreadableSecret(error)) return [];
    throw error;
  }
}

async function storeKeys(
  deps: ChannelDeps,
  { organizationId }: Actor,
  tx: Transaction,
  { id, kind, settings }: Locked,
  keys: SigningKeys[],
  at: Date,
): Promise<void> {
  const secret = await sealed(deps, organizationId, id, { keys } satisfies WebhookSecret);
  const own = CHANNEL_SETTINGS[kind].parse(settings);
  await updateChannel(organizationId, tx, id, {
    ...{ secret, at },
    settings: { ...own, signing: signingOf(keys) },
  });
}

import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { oncePer } from '@/server/platform/once-per';
import {
  type Ask,
  OutgoingRefusal,
  readAtMost,
  sameOriginAddress,
} from '@/server/platform/outbound/guarded-fetch';

/** Milliseconds for both questions to an issuer together. */
const ANSWER_WITHIN_MS = 5_000;
const MAX_BYTES = 262_144;
const MAX_KEYS = 100;
/** Milliseconds after which keys are asked for again. */
const FRESH_MS = 600_000;
/** Milliseconds for which keys hold while their issuer does not answer. */
const HOLDS_MS = 3_600_000;
/** Milliseconds between two questions to one issuer, whatever tokens say. */
const ASK_EVERY_MS = 60_000;
/** Issuers whose keys a process holds; beyond them the one that was asked for least recently is forgotten. */
const MAX_ISSUERS = 500;

/** How often, at most, an issuer that does not answer is asked: when it is worth trying again. */
export const RETRY_AFTER_SECONDS = ASK_EVERY_MS / 1000;

interface Held {
  readonly keys: JSONWebKeySet | null;
  readonly fetchedAtMs: number;
  readonly askedAtMs: number;
  /** The question under way; whoever comes meanwhile waits for it. */
  readonly asking: Promise<JSONWebKeySet | null> | null;
}

const NOTHING: Held = {
  ...{ keys: null, fetchedAtMs: -Infinity, askedAtMs: -Infinity, asking: null },
};

/**
 * The public keys of issuers, as each process holds them. An issuer is asked when a token of it comes, and at most once
 * a minute, so that nobody can have this server hammer it. Only for issuers that an organization trusts.
 */
export class IssuerKeys {
  private readonly held = new Map<string, Held>();

  constructor(private readonly ask: Ask) {}

  /**
   * Gives an issuer's keys; null while they cannot be had.
   * @param kid of the token: keys without it are asked for anew
   */
  async keysOf(issuer: string, kid: string | undefined, nowMs: number) {
    const held = this.held.get(issuer) ?? NOTHING;
    const isEnough =
      held.keys !== null && apart(nowMs, held.fetchedAtMs) < FRESH_MS && hasKey(held.keys, kid);
    const mayAsk = apart(nowMs, held.askedAtMs) >= ASK_EVERY_MS;
    if (isEnough || (!mayAsk && !held.asking)) return this.still(held, nowMs);
    const asking = held.asking ?? this.begin(issuer, held, nowMs);
    return (await asking) ?? this.still(held, nowMs);
  }

  private still({ keys, fetchedAtMs }: Held, nowMs: number): JSONWebKeySet | null {
    return apart(nowMs, fetchedAtMs) < HOLDS_MS ? keys : null;
  }

  private begin(issuer: string, held: Held, nowMs: number): Promise<JSONWebKeySet | null> {
    const asking = fetchKeys(this.ask, issuer).catch(() => null);
    this.hold(issuer, { ...held, askedAtMs: nowMs, asking });
    return asking.then((keys) => {
      const fetched = keys ? { keys, fetchedAtMs: nowMs } : {};
      this.hold(issuer, { ...held, askedAtMs: nowMs, ...fetched, asking: null });
      return keys;
    });
  }

  private hold(issuer: string, held: Held): void {
    this.held.delete(issuer);
    this.held.set(issuer, held);
    const [oldest] = this.held.keys();
    if (this.held.size > MAX_ISSUERS && oldest !== undefined) this.held.delete(oldest);
  }
}

/** The keys that go with a client for outgoing requests. */
export const issuerKeys = oncePer((ask: Ask) => new IssuerKeys(ask));

/** How far two moments are from each other: a clock that was set back makes nothing last for longer. */
const apart = (oneMs: number, otherMs: number) => Math.abs(oneMs - otherMs);

function hasKey({ keys }: JSONWebKeySet, kid: string | undefined): boolean {
  return kid === undefined || keys.some((key) => key.kid === kid);
}

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.string().max(2_048) });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) });

/**
 * Asks an issuer for its keys, by OpenID Connect Discovery 1.0. Nothing is followed: its keys lie at its own origin.
 * @throws when it does not answer in time, redirects, says too much or something else
 */
async function fetchKeys(ask: Ask, issuer: string): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const json = async (address: URL): Promise<unknown> => {
    const headers = { accept: 'application/json' };
    const answer = await ask(address, { signal, headers, redirect: 'manual', cache: 'no-store' });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new OutgoingRefusal('redirect', `it answers with status ${String(answer.status)}`);
    }
    return JSON.parse((await readAtMost(answer, MAX_BYTES)).toString('utf8'));
  };
  const about = new URL(`${issuer}/.well-known/openid-configuration`);
  const document = discoveryDocument.parse(await json(about));
  const address = sameOriginAddress(about, document.jwks_uri);
  if (document.issuer !== issuer || !address) {
    throw new OutgoingRefusal('redirect', 'its keys lie at another origin');
  }
  return keySet.parse(await json(address));
}

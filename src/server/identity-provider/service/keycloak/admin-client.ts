import type { Clock } from '@/server/platform/clock';
import type { Logger } from '@/server/platform/log';
import { z } from 'zod';
import { DomainError } from '@/domain/errors';

/** Milliseconds from asking to the last byte. */
const CALL_TIMEOUT_MS = 5000;

/** A Keycloak server, and the service account that acts there. */
export interface KeycloakSettings {
  /** Without a slash at the end. */
  readonly url: string;
  readonly realm: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AdminCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the realm; each is encoded. None may be `.` or `..`, which no encoding keeps in its place. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Statuses beyond 2xx that are answers. */
  readonly answers?: readonly number[];
}

export interface AdminAnswer {
  readonly status: number;
  /** Content of the JSON; null when there is none. */
  readonly body: unknown;
}

/**
 * Calls the admin interface of the realm as the service account.
 * @throws KeycloakFailure for anything that is no answer to the call
 */
export type AdminClient = (call: AdminCall) => Promise<AdminAnswer>;

export interface AdminClientOptions {
  readonly settings: KeycloakSettings;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch: typeof fetch;
  readonly timeoutMs?: number;
}

export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { settings, clock, logger } = options;
  const realm = encodeURIComponent(settings.realm);
  const token = createServiceToken(clock, async () => {
    const url = new URL(`${settings.url}/realms/${realm}/protocol/openid-connect/token`);
    const { clientId, clientSecret } = settings;
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    };
    const { status, body } = await send(options, url, { method: 'POST', form });
    // 400 and 401: no such account, another secret; 404: no such realm.
    if (status !== 200)
      throw new KeycloakFailure(status >= 400 && status < 500 ? 'refused' : 'status', status);
    return body;
  });
  const attempt = async (call: AdminCall, isLast: boolean): Promise<AdminAnswer> => {
    const bearer = await token.current();
    const url = urlOf(`${settings.url}/admin/realms/${realm}`, call);
    const answer = await send(options, url, { method: call.method, form: call.form, bearer });
    const { status } = answer;
    if ((status >= 200 && status < 300) || call.answers?.includes(status)) return answer;
    if (status === 401) token.drop(bearer);
    // A restarted server, or a new key of the realm, ends tokens before their time.
    if (status === 401 && !isLast) return attempt(call, true);
    throw new KeycloakFailure(status === 401 || status === 403 ? 'refused' : 'status', status);
  };
  return async (call) => {
    try {
      return await attempt(call, false);
    } catch (error) {
      const failure = error instanceof KeycloakFailure ? error : failureOf(error);
      const { reason, status } = failure;
      logger.warn(
        { reason, status, method: call.method, path: call.path.join('/') },
        adviceOn(reason),
      );
      throw failure;
    }
  };
}

function urlOf(base: string, { path, query = {} }: AdminCall): URL {
  const url = new URL([base, ...path.map(encodeURIComponent)].join('/'));
  url.search = new URLSearchParams(query).toString();
  return url;
}

interface Outgoing {
  readonly method: AdminCall['method'];
  readonly form?: AdminCall['form'];
  readonly bearer?: string;
}

async function send(
  { fetch, timeoutMs = CALL_TIMEOUT_MS }: AdminClientOptions,
  url: URL,
  { method, form, bearer }: Outgoing,
): Promise<AdminAnswer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'eventide',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: form && new URLSearchParams(form),
    // A credential must not follow to another address that an answer names.
    redirect: 'error',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await limitedText(response);
  return { status: response.status, body: parsed(text, response) };
}

function parsed(text: string, { ok, status }: Response): unknown {
  if (text === '') return null;
  try {
    // The caller checks its content.
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy in front answers errors with pages of its own: the status says enough.
    if (!ok) return null;
    throw new KeycloakFailure('unreadable', status);
  }
}

/** The cause's own message may quote the address. */
function failureOf(error: unknown): KeycloakFailure {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return new KeycloakFailure(isTimeout ? 'timeout' : 'unreachable');
}

function adviceOn(reason: KeycloakFailure['reason']): string {
  return reason === 'refused'
    ? 'Keycloak refuses the service account: look at KEYCLOAK_CLIENT_ID, its secret and its role manage-realm'
    : 'Keycloak gave no usable answer';
}

/** Bytes of one answer that are read at most, unpacked: some thousand people. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** @throws KeycloakFailure when there are more bytes than any expected answer can have */
export async function limitedText(response: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let receivedBytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return Buffer.concat(chunks).toString('utf8');
    receivedBytes += value.byteLength;
    if (receivedBytes > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new KeycloakFailure('unreadable', response.status);
    }
    chunks.push(value);
  }
}

/** Milliseconds before its end at which a token is given up, so that it holds until the answer is made. */
const SPARE_MS = 30_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** A request to Keycloak for a token: gives the JSON of an answer that is no failure. */
export type RequestToken = () => Promise<unknown>;

export interface ServiceToken {
  /** Gives a token that holds; asked for once however many calls need it. */
  current(): Promise<string>;
  /** Says that Keycloak refused this token: it is not used again. */
  drop(refused: string): void;
}

/** Makes the access token of the service account, kept until shortly before its end. */
export function createServiceToken(clock: Clock, request: RequestToken): ServiceToken {
  let kept: { readonly text: string; readonly usableUntilMs: number } | null = null;
  let underWay: Promise<string> | null = null;
  const renew = async () => {
    const askedAtMs = clock.now().getTime();
    const answer = tokenAnswer.safeParse(await request());
    if (!answer.success) throw new KeycloakFailure('unreadable');
    const { access_token: text, expires_in: lifeSeconds } = answer.data;
    kept = { text, usableUntilMs: askedAtMs + lifeSeconds * 1000 - SPARE_MS };
    return text;
  };
  return {
    current: async () => {
      if (kept && clock.now().getTime() < kept.usableUntilMs) return kept.text;
      underWay ??= renew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop: (refused) => {
      if (kept?.text === refused) kept = null;
    },
  };
}

/** Seconds after which a caller may try again. */
const RETRY_AFTER_SECONDS = 30;

/** Reasons why Keycloak gave no answer that can be used. */
export type KeycloakFailureReason =
  /** It cannot be reached, or broke off. */
  | 'unreachable'
  | 'timeout'
  /** It does not know the service account, or that account may not do this: the operator has to look. */
  | 'refused'
  /** A status that means nothing here. */
  | 'status'
  /** The answer is not what its interface promises, or is too long. */
  | 'unreadable';

/** Keycloak gave no answer that can be used. The message is for logs: it quotes no answer and no credential. */
export class KeycloakFailure extends Error {
  override readonly name = 'KeycloakFailure';

  constructor(
    readonly reason: KeycloakFailureReason,
    readonly status: number | null = null,
  ) {
    super(`Keycloak: ${reason}${status === null ? '' : ` (${String(status)})`}`);
  }
}

/** Makes the error for callers: a 503 that says when to try again. */
export function providerUnavailable(
  cause: KeycloakFailure,
  message = 'The identity provider does not answer',
): DomainError {
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

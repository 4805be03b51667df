import { DomainError } from '@/domain/errors';

/** How soon a caller may try again. */
const RETRY_AFTER_SECONDS = 30;

/** Why Keycloak gave no answer that can be used. */
export type KeycloakFailureReason =
  /** It cannot be reached, or broke off. */
  | 'unreachable'
  | 'timeout'
  /** It does not know the service account, or that may not do this: the operator has to look. */
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

/** What callers are told of it: a 503 that says when to try again. */
export function providerUnavailable(
  cause: KeycloakFailure,
  message = 'The identity provider does not answer',
): DomainError {
  return new DomainError('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

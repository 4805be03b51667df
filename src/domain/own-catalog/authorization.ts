import { SECRET_PREFIXES } from '@/domain/api-key/api-key';

/** Writes the header that carries a key: as Eventide takes its own, and as a bearer's everywhere else. */
export function authorizationOf(key: string): string {
  return key.startsWith(SECRET_PREFIXES.apiKey) ? `ApiKey ${key}` : `Bearer ${key}`;
}

import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';

const MAX_ADDRESS_LENGTH = 2_048;
const MAX_KEY_LENGTH = 512;

/**
 * The address of a Dependency-Track as people type or copy it, in the one form that is kept: without `/api` and without
 * a slash at the end. Its letters are not changed beyond what URLs make of them.
 */
export const companionAddress = storedText(MAX_ADDRESS_LENGTH)
  .transform((text, context) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    const fault = faultOf(url);
    if (url === null || fault !== null) {
      context.issues.push({ code: 'custom', message: fault ?? NO_ADDRESS, input: undefined });
      return z.NEVER;
    }
    return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api(?:\/v1)?$/, '')}`;
  })
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

const NO_ADDRESS = 'must be an address, such as https://dtrack.example.com';

function faultOf(url: URL | null): string | null {
  if (!url || !/^https?:$/.test(url.protocol)) return NO_ADDRESS;
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must not have a query or a fragment';
  return null;
}

/** A key as a header can carry it: visible characters of ASCII. What a fault says never repeats it. */
export const companionKey = z
  .string()
  .trim()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .regex(/^[\x21-\x7e]+$/, 'must be visible characters of ASCII, without blanks');

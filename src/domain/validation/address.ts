import { z } from 'zod';
import { storedText } from './fields';

const MAX_ADDRESS_LENGTH = 2_048;
const MAX_KEY_LENGTH = 512;

/**
 * The address of a server that people have this one ask, in the one form that is kept. It holds no secret: neither
 * credentials nor a query.
 * @param example said where the address is none
 * @param keptOf its form from the accepted address
 */
export function serverAddress(example: string, keptOf: (url: URL) => string) {
  const noAddress = `must be an address, such as ${example}`;
  const faultOf = (url: URL | null): string | null => {
    if (!url || !/^https?:$/.test(url.protocol)) return noAddress;
    if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
    if (url.search !== '' || url.hash !== '') return 'must not have a query or a fragment';
    return null;
  };
  return storedText(MAX_ADDRESS_LENGTH)
    .transform((text, context) => {
      const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
      const fault = faultOf(url);
      if (url === null || fault !== null) {
        context.issues.push({ code: 'custom', message: fault ?? noAddress, input: undefined });
        return z.NEVER;
      }
      return keptOf(url);
    })
    .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });
}

/** A key as a header can carry it: visible characters of ASCII. What a fault says never repeats it. */
export const headerKey = z
  .string()
  .trim()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .regex(/^[\x21-\x7e]+$/, 'must be visible characters of ASCII, without blanks');

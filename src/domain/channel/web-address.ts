import { storedText } from '@/domain/validation/fields';

const MAX_URL_LENGTH = 2_000;

/** An address that somebody typed in. Which hosts may be asked is the operator's affair. */
export const webAddress = storedText(MAX_URL_LENGTH)
  .refine(isWebAddress, {
    error: 'must be an http or https address without a user, a password or a fragment',
  })
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

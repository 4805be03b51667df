import { usesSecureCookies } from '@/server/platform/auth/credentials';

/** Seconds that a person may spend at the provider before they come back. */
const LASTS_SECONDS = 600;

/** What goes along to the provider as `state`: that there is a place to go to, and not which. */
export const PLACE_IS_KEPT = 'kept';

/** Its name has a browser take it over TLS alone, and from this host. */
function cookieName(publicUrl: string): string {
  return `${usesSecureCookies(publicUrl) ? '__Host-' : ''}eventide.way-back`;
}

/**
 * Makes the value of a `Set-Cookie` header that has the browser keep where a person goes to once they come back from signing out
 * at the provider. Told to the provider, the place would be in its log: the address of a mailed link is all that it takes.
 */
export function wayBackCookie(publicUrl: string, path: string): string {
  const attributes = `Path=/; Max-Age=${String(LASTS_SECONDS)}; HttpOnly; SameSite=Lax`;
  const secure = usesSecureCookies(publicUrl) ? '; Secure' : '';
  return `${cookieName(publicUrl)}=${encodeURIComponent(path)}; ${attributes}${secure}`;
}

interface Cookies {
  get(name: string): { readonly value: string } | undefined;
}

/**
 * Finds the place that the browser keeps, for somebody who comes back from the provider.
 * @param state as the provider has handed it back
 */
export function keptPlace(
  state: string | readonly string[] | undefined,
  cookies: Cookies,
  publicUrl: string,
): string | undefined {
  return state === PLACE_IS_KEPT ? cookies.get(cookieName(publicUrl))?.value : undefined;
}

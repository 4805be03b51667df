import type { Deps } from '@/server/platform/deps';
import { NextAuthBrowser } from './next-auth-browser';
import { ProviderVisitor } from './provider-visitor';

/** Starts to sign in, and gives the address at the service that the provider leads back to. */
export async function goThroughProvider(browser: NextAuthBrowser, account: string): Promise<URL> {
  const { body } = await browser.submit('signin/oidc', { callbackUrl: '/images?page=2' });
  return new ProviderVisitor().signIn(body.url ?? '', account);
}

/** Signs in by way of the provider. `code`: why it did not work, as the sign-in page reads it; null: it did. */
export async function signInByBrowser(
  deps: Deps,
  account: string,
  browser = new NextAuthBrowser(deps),
) {
  const back = await goThroughProvider(browser, account);
  const { location } = await browser.call(`callback/oidc${back.search}`);
  const outcome = await browser.caller();
  return {
    browser,
    location,
    code: new URL(location).searchParams.get('error'),
    caller:
      outcome.result === 'accepted' && outcome.caller.kind === 'person' ? outcome.caller : null,
  };
}

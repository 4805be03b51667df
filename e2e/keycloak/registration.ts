/** Names and values of cookies. Keycloak marks them as secure, on loopback too: they are kept by hand. */
type CookieJar = Map<string, string>;

async function request(url: string, jar: CookieJar, form?: Record<string, string>) {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    body: form && new URLSearchParams(form),
    redirect: 'manual',
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    jar.set(name, value);
  }
  return response;
}

/** The link of an invitation, out of the mail that Keycloak has sent. */
export function linkIn(html: string): string {
  const link = /href="([^"]+)"/.exec(html)?.[1];
  if (link === undefined) throw new Error('The mail has no link');
  return link.replaceAll('&amp;', '&').replaceAll('&#61;', '=');
}

/** Follows an invitation's link and fills in Keycloak's own form, as somebody without an account does. */
export async function registerThrough(link: string, email: string): Promise<void> {
  const jar: CookieJar = new Map();
  const page = await (await request(link, jar)).text();
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error('Keycloak shows no form');
  const password = 'correct horse battery staple';
  const answer = await request(action.replaceAll('&amp;', '&'), jar, {
    ...{ username: email, email, firstName: 'Grace', lastName: 'Hopper' },
    ...{ password, 'password-confirm': password },
  });
  if (answer.status !== 302)
    throw new Error(`Keycloak refuses the registration: ${String(answer.status)}`);
}

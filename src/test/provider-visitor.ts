/** A browser at a provider: its cookies, and nothing else. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  /**
   * Signs in as an account on the provider's page and follows where it leads, up to the address that leads back
   * to the service, which is not called. The second time the provider may remember, and asks nothing.
   */
  async signIn(authorizationUrl: string, account: string): Promise<URL> {
    let url = new URL(authorizationUrl);
    const provider = url.origin;
    for (let step = 0; step < 10; step += 1) {
      const isForm = url.pathname.startsWith('/interaction/');
      const answer = await this.request(url, isForm ? new URLSearchParams({ account }) : null);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${url.href}: ${await answer.text()}`);
      url = new URL(location, url);
      if (url.origin !== provider) return url;
    }
    throw new Error('The provider leads nowhere');
  }

  private async request(url: URL, form: URLSearchParams | null): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

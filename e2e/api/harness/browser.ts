import { hashPassword } from '@/server/user/service/password';
import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makePerson, type TestPerson } from '@/test/accounts';
import { sendHttp, type HttpAnswer, type SentHeaders } from './http';
import { clientOf, type Mount } from './mounts';
import { deps } from './tenants';

export const PASSWORD = 'correct horse battery staple';

/** A member with an account that can be signed in to with {@link PASSWORD}. */
export async function makeMember(
  organizationId: OrganizationId,
  role: PersonRole = 'member',
): Promise<TestPerson> {
  return makePerson(deps, { organizationId, role }, await hashPassword(PASSWORD));
}

/** Acts as a browser on one mount: keeps cookies, and says where its requests come from. */
export class Browser {
  /** By name, with the attributes that they were set with. */
  readonly jar = new Map<string, { readonly value: string; readonly attributes: string }>();
  private readonly base: SentHeaders;

  constructor(
    readonly mount: Pick<Mount, 'origin'>,
    headers: SentHeaders = {},
  ) {
    this.base = { ...clientOf(mount).headers, ...headers };
  }

  get cookie(): string {
    return [...this.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  /** The session's cookie; "" when nobody is signed in. */
  get session(): string {
    return [...this.jar].find(([name]) => name.endsWith('session-token'))?.[1].value ?? '';
  }

  plant(name: string, value: string): this {
    this.jar.set(name, { value, attributes: '' });
    return this;
  }

  get(target: string, headers: SentHeaders = {}): Promise<HttpAnswer> {
    return this.send('GET', target, headers);
  }

  /** Sends a form as a page of this service does, unless `headers` say otherwise. */
  form(target: string, fields: Record<string, string>, headers: SentHeaders = {}) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return this.send('POST', target, { origin: this.mount.origin, ...type, ...headers }, body);
  }

  json(method: string, target: string, value: unknown, headers: SentHeaders = {}) {
    const type = { 'content-type': 'application/json' };
    const from = { origin: this.mount.origin, ...type, ...headers };
    return this.send(method, target, from, JSON.stringify(value));
  }

  /** Calls one of the dashboard's mutations. */
  mutate(procedure: string, input: unknown, headers: SentHeaders = {}): Promise<HttpAnswer> {
    return this.json('POST', `/api/trpc/${procedure}`, input, headers);
  }

  async csrfToken(): Promise<string> {
    const { text } = await this.get('/api/auth/csrf');
    return (JSON.parse(text) as { csrfToken: string }).csrfToken; // next-auth's answer
  }

  async signIn(
    email: string,
    fields: Record<string, string> = {},
    headers: SentHeaders = {},
  ): Promise<HttpAnswer> {
    const csrfToken = await this.csrfToken();
    const credentials = { csrfToken, email, password: PASSWORD, json: 'true', ...fields };
    return this.form('/api/auth/callback/credentials', credentials, headers);
  }

  private async send(
    method: string,
    target: string,
    headers: SentHeaders,
    body?: string,
  ): Promise<HttpAnswer> {
    const answer = await sendHttp(this.mount.origin, {
      method,
      target,
      headers: { ...this.base, ...(this.cookie !== '' && { cookie: this.cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers['set-cookie'] ?? []) this.keep(line);
    return answer;
  }

  private keep(line: string): void {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    if (value === '') this.jar.delete(name);
    else this.jar.set(name, { value, attributes });
  }
}

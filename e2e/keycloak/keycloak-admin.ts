import { randomBytes } from 'node:crypto';

/** How a run reaches its Keycloak. */
export interface KeycloakAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The Keycloak that `npm run test:keycloak` has started. */
export function startedKeycloak(): KeycloakAddress {
  const { E2E_KEYCLOAK_URL: url, E2E_KEYCLOAK_ADMIN: username } = process.env;
  const { E2E_KEYCLOAK_PASSWORD: password } = process.env;
  if (url === undefined || username === undefined || password === undefined)
    throw new Error('These tests need a Keycloak: run `npm run test:keycloak`');
  return { url, username, password };
}

export interface KeycloakUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface NewKeycloakUser {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly isEmailVerified?: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Does by Keycloak's API what its console does: realms, clients, people, organizations. */
export class KeycloakAdmin {
  /** The realm in which the rest happens. */
  readonly realm = `realm-${randomBytes(4).toString('hex')}`;

  constructor(private readonly at: KeycloakAddress) {}

  get url(): string {
    return this.at.url;
  }

  get issuer(): string {
    return `${this.url}/realms/${this.realm}`;
  }

  /** With organizations, and with mail that goes to this port of loopback. */
  async createRealm(smtpPort: number): Promise<void> {
    await this.send('POST', '/admin/realms', {
      realm: this.realm,
      enabled: true,
      organizationsEnabled: true,
      smtpServer: { host: '127.0.0.1', port: String(smtpPort), from: 'keycloak@example.com' },
    });
  }

  changeRealm(change: Json): Promise<unknown> {
    return this.send('PUT', this.path(''), change);
  }

  /** A confidential client: with a service account that has these roles, or for people to sign in through. */
  async createClient(
    client: { readonly clientId: string; readonly secret: string } & Json,
    roles: readonly string[] = [],
  ): Promise<void> {
    await this.send('POST', this.path('/clients'), { publicClient: false, ...client });
    if (roles.length === 0) return;
    const own = await this.clientUuid(client.clientId);
    const management = await this.clientUuid('realm-management');
    const account = await this.get<{ id: string }>(`/clients/${own}/service-account-user`);
    const known = await this.get<{ name: string }[]>(`/clients/${management}/roles`);
    await this.send(
      'POST',
      this.path(`/users/${account.id}/role-mappings/clients/${management}`),
      known.filter(({ name }) => roles.includes(name)),
    );
  }

  private async clientUuid(clientId: string): Promise<string> {
    const [found] = await this.get<{ id: string }[]>(`/clients?clientId=${clientId}`);
    if (!found) throw new Error(`Keycloak has no client ${clientId}`);
    return found.id;
  }

  /** With an id of Keycloak's own, by which an organization here names it. */
  async createOrganization(name: string): Promise<string> {
    const alias = randomBytes(6).toString('hex');
    await this.send('POST', this.path('/organizations'), {
      name: `${name} ${alias}`,
      alias,
      enabled: true,
      domains: [{ name: `${alias}.test` }],
    });
    const found = await this.get<{ id: string; alias: string }[]>(
      `/organizations?search=${encodeURIComponent(`${name} ${alias}`)}`,
    );
    const id = found.find((one) => one.alias === alias)?.id;
    if (id === undefined) throw new Error('Keycloak did not keep the organization');
    return id;
  }

  async changeOrganization(id: string, change: Json): Promise<void> {
    const current = await this.get<Json>(`/organizations/${id}`);
    await this.send('PUT', this.path(`/organizations/${id}`), { ...current, ...change });
  }

  deleteOrganization(id: string): Promise<unknown> {
    return this.send('DELETE', this.path(`/organizations/${id}`));
  }

  async createUser(user: NewKeycloakUser): Promise<KeycloakUser> {
    const { email, firstName = 'Ada', lastName = 'Lovelace', isEmailVerified = true } = user;
    const username = `u-${randomBytes(6).toString('hex')}`;
    const password = randomBytes(9).toString('base64url');
    await this.send('POST', this.path('/users'), {
      ...{ username, email, firstName, lastName, emailVerified: isEmailVerified, enabled: true },
      credentials: [{ type: 'password', value: password, temporary: false }],
    });
    return { id: await this.userId(username), username, email, password };
  }

  changeUser(id: string, change: Json): Promise<unknown> {
    return this.send('PUT', this.path(`/users/${id}`), change);
  }

  deleteUser(id: string): Promise<unknown> {
    return this.send('DELETE', this.path(`/users/${id}`));
  }

  private async userId(username: string): Promise<string> {
    const [found] = await this.get<{ id: string }[]>(`/users?exact=true&username=${username}`);
    if (!found) throw new Error(`Keycloak has no user ${username}`);
    return found.id;
  }

  join(organizationId: string, userId: string): Promise<unknown> {
    return this.send('POST', this.path(`/organizations/${organizationId}/members`), userId);
  }

  leave(organizationId: string, userId: string): Promise<unknown> {
    return this.send('DELETE', this.path(`/organizations/${organizationId}/members/${userId}`));
  }

  members(organizationId: string): Promise<{ id: string; email: string }[]> {
    return this.get(`/organizations/${organizationId}/members?max=1000`);
  }

  private path(below: string): string {
    return `/admin/realms/${this.realm}${below}`;
  }

  private async get<T>(below: string): Promise<T> {
    // Keycloak's own documentation says what its answers hold.
    return (await this.send('GET', this.path(below))) as T;
  }

  private async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // The one path that takes a bare id wants it without quotes.
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** They hold for a minute: it is simpler to ask each time than to remember. */
  private async token(): Promise<string> {
    const { username, password } = this.at;
    const form = { grant_type: 'password', client_id: 'admin-cli', username, password };
    const response = await fetch(`${this.url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = (await response.json()) as { access_token?: string }; // RFC 6749, section 5.1
    if (token === undefined) throw new Error('Keycloak refuses its administrator');
    return token;
  }
}

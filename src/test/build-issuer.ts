import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, type KeyLike, SignJWT } from 'jose';

interface SigningKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly privateKey: KeyLike;
  readonly publicJwk: JWK;
}

/** How a token is made; what is left out is as it should be. */
export interface TokenMade {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: SigningKey;
  readonly issuedAt?: Date;
  readonly lifetimeSeconds?: number;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A platform that signs tokens for builds, as the real ones do and as no real one should. */
export class BuildIssuer {
  /** Paths that were asked for, in order. */
  readonly asked: string[] = [];
  /** In the place of what is answered at a path. */
  readonly answers = new Map<string, Answer>();
  keys: SigningKey[] = [];
  private readonly server = createServer((request, response) => {
    this.answer(request, response);
  });

  private constructor(private readonly host: string) {}

  /** @param host what its address names this machine by */
  static async start(host = '127.0.0.1'): Promise<BuildIssuer> {
    const issuer = new BuildIssuer(host);
    issuer.server.listen(0, '127.0.0.1');
    await once(issuer.server, 'listening');
    issuer.keys = [await issuer.makeKey()];
    return issuer;
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  get address(): string {
    const { port } = this.server.address() as AddressInfo; // a TCP server's address is never a string
    return `http://${this.host}:${String(port)}`;
  }

  async makeKey(algorithm = 'RS256', kid: string = randomUUID()): Promise<SigningKey> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
    return { kid, algorithm, privateKey, publicJwk };
  }

  /** Signs a token of these claims, beside the issuer and the times. */
  sign(
    audience: string | string[],
    { claims = {}, header = {}, key, issuedAt = new Date(), lifetimeSeconds = 900 }: TokenMade,
  ): Promise<string> {
    const signing = key ?? this.keys[0];
    if (!signing) throw new Error('The issuer has no key');
    const iat = Math.floor(issuedAt.getTime() / 1000);
    const times = { iat, nbf: iat - 5, exp: iat + lifetimeSeconds };
    return new SignJWT({ iss: this.address, aud: audience, ...times, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: 'JWT', ...header })
      .sign(signing.privateKey);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const given = this.answers.get(path);
    if (given) {
      given(response, request);
      return;
    }
    const json = this.documentAt(path);
    response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json ?? {}));
  }

  private documentAt(path: string): object | null {
    if (path === '/.well-known/openid-configuration') {
      return { issuer: this.address, jwks_uri: `${this.address}/.well-known/jwks` };
    }
    if (path === '/.well-known/jwks') return { keys: this.keys.map(({ publicJwk }) => publicJwk) };
    return null;
  }
}

/** The claims of GitHub's tokens, as its documentation shows them. */
export const githubClaims = {
  sub: 'repo:acme/shop:ref:refs/heads/main',
  repository: 'acme/shop',
  repository_id: '74',
  repository_owner: 'acme',
  repository_owner_id: '65',
  repository_visibility: 'private',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  ref_protected: 'true',
  event_name: 'push',
  run_id: '4711',
  run_attempt: '2',
  actor: 'octocat',
  actor_id: '12',
  sha: '2ad4d5f5c6f1b4d3b2e3f1a5d5d1f1f1a1b1c1d1',
  workflow: 'build',
  runner_environment: 'github-hosted',
};

/** The claims of GitLab's tokens, as its documentation shows them. */
export const gitlabClaims = {
  sub: 'project_path:acme/tools/shop:ref_type:branch:ref:main',
  namespace_id: '72',
  namespace_path: 'acme/tools',
  project_id: '20',
  project_path: 'acme/tools/shop',
  user_id: '1',
  user_login: 'sample-user',
  user_email: 'sample-user@example.com',
  pipeline_id: '574',
  pipeline_source: 'push',
  job_id: '302',
  ref: 'main',
  ref_type: 'branch',
  ref_path: 'refs/heads/main',
  ref_protected: 'true',
  runner_id: 1,
  runner_environment: 'self-hosted',
  sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
};

import { expectContract, type Fault } from './contract';
import { sendHttp, type HttpAnswer, type SentHeaders, type SentRequest } from './http';

export interface ApiAnswer extends HttpAnswer {
  /** Parsed and checked against what the contract says of it; its shape is the test's business. */
  readonly json: unknown;
}

export interface CallOptions {
  readonly headers?: SentHeaders;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** Calls one mount of the API. Each answer is held against the contract before a test sees it. */
export class ApiClient {
  constructor(
    readonly origin: string,
    readonly headers: SentHeaders = {},
  ) {}

  /** The same mount with other headers beside those of this client. */
  with(headers: SentHeaders): ApiClient {
    return new ApiClient(this.origin, { ...this.headers, ...headers });
  }

  withKey(key: string): ApiClient {
    return this.with({ authorization: `ApiKey ${key}` });
  }

  /** `target` is the path from the root of the host. */
  async send(sent: SentRequest & { readonly apiHost?: string }): Promise<ApiAnswer> {
    const headers = { ...this.headers, ...sent.headers };
    const answer = await sendHttp(this.origin, { ...sent, headers });
    return { ...answer, json: expectContract(sent, answer) };
  }

  get(path: string, options: CallOptions = {}): Promise<ApiAnswer> {
    return this.send({ method: 'GET', target: targetOf(path, options), ...options });
  }

  delete(path: string): Promise<ApiAnswer> {
    return this.send({ method: 'DELETE', target: targetOf(path) });
  }

  post(path: string, body?: unknown, options: CallOptions = {}): Promise<ApiAnswer> {
    return this.sendJson('POST', path, body, options);
  }

  put(path: string, body: unknown, options: CallOptions = {}): Promise<ApiAnswer> {
    return this.sendJson('PUT', path, body, options);
  }

  patch(path: string, body?: unknown): Promise<ApiAnswer> {
    return this.sendJson('PATCH', path, body, {});
  }

  /** A `Buffer` is sent as it is, everything else as JSON. */
  private sendJson(method: string, path: string, body: unknown, options: CallOptions) {
    const target = targetOf(path, options);
    if (body === undefined) return this.send({ method, target, ...options });
    const headers = { 'content-type': 'application/json', ...options.headers };
    const bytes = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return this.send({ method, target, headers, body: bytes });
  }
}

function targetOf(path: string, { query = {} }: CallOptions = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `/api${path}${text === '' ? '' : `?${text}`}`;
}

/** The faults of a 422, each as `type at loc`, sorted. */
export function faultsIn({ json, status, text }: ApiAnswer): string[] {
  if (status !== 422) throw new Error(`not a 422 but ${String(status)}: ${text}`);
  // The client has held the answer against the schema of a 422.
  const { detail } = json as { detail: Fault[] };
  return detail.map(({ loc, type }) => `${type} at ${loc.join('.')}`).sort();
}

import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, type Arguments } from './arguments';
import { ServiceError } from './service';

const ATTEMPTS = 3;
const WAIT_MS = 1_000;
const ANSWER_WITHIN_MS = 30_000;

/**
 * Gets what the command shows the service: a key, else the token that the platform of this build gives out. Null where
 * there is neither.
 * @throws UsageError, ServiceError
 */
export async function credentialOf({
  key,
  build,
}: Pick<Arguments, 'key' | 'build'>): Promise<{ text: string; isBuild: boolean } | null> {
  if (key) return { text: key, isBuild: false };
  if (build.idToken) return { text: build.idToken, isBuild: true };
  const { requestUrl, requestToken, audience } = build;
  if (requestUrl && requestToken) {
    if (!audience)
      throw new UsageError(
        'Which audience? EVENTIDE_AUDIENCE; Eventide shows it in its settings, under Build tokens.',
      );
    return { text: await githubToken({ requestUrl, requestToken, audience }), isBuild: true };
  }
  if (build.isGithub)
    throw new UsageError(
      'No EVENTIDE_API_KEY, and no token for this job: give it the permission id-token: write. GitHub gives none to pull requests of forks.',
    );
  return null;
}

interface TokenRequest {
  readonly requestUrl: string;
  readonly requestToken: string;
  readonly audience: string;
}

/** Asks GitHub for a token, as its own toolkit does. */
async function githubToken(request: TokenRequest): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await asked(request);
    if (answer.value !== null) return answer.value;
    if (attempt === ATTEMPTS) throw new ServiceError(`GitHub gave no token: ${answer.why}`);
    await sleep(WAIT_MS * attempt);
  }
}

type Answered = { readonly value: string } | { readonly value: null; readonly why: string };

async function asked({ requestUrl, requestToken, audience }: TokenRequest): Promise<Answered> {
  try {
    const address = new URL(requestUrl);
    address.searchParams.set('audience', audience);
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${requestToken}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!answer.ok) return { value: null, why: `HTTP ${String(answer.status)}` };
    const body: unknown = await answer.json();
    const value: unknown =
      typeof body === 'object' && body !== null ? Reflect.get(body, 'value') : undefined;
    return typeof value === 'string' ? { value } : { value: null, why: 'its answer holds none' };
  } catch (error) {
    return { value: null, why: error instanceof Error ? error.message : String(error) };
  }
}

import { type PageRequest, toPage } from '@/domain/pagination';
import type { Deps } from '../deps';
import { emailKey } from './keys';
import { type CountPrefix, findAccounts, findNames, limitedPage, type Named } from './repository';
import { type ConfiguredLimit, configuredLimits } from './limits';
import { type Delay, systemDelay } from '../delay';

/** Milliseconds for which counts are kept after their end. */
const LATELY_MS = 3_600_000;
/** Accounts compared with an address's digest to find whose it is. */
const MAX_ACCOUNTS = 10_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EMAIL_KEY = /^email-\S+$/;

/** Lists the limits as they are configured. */
export function listLimits({ env }: Pick<Deps, 'env'>) {
  const items = configuredLimits(env).map(
    ({ name, points, seconds, maxWaitSeconds, variable }) => ({
      ...{ name, points, seconds, variable },
      max_wait_seconds: maxWaitSeconds,
    }),
  );
  return { items };
}

/**
 * Lists callers that are limited, or were within the last hour, the last to be free first: by which limit, how many
 * calls were counted (refused ones cost nothing and are not), and until when. In all processes together.
 */
export async function listLimited(deps: Deps, page: PageRequest) {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - LATELY_MS);
  const prefixes = configuredLimits(deps.env).map(prefixOf);
  const { items, total } = await limitedPage(deps.db, prefixes, since, page);
  const parts = items.map(({ subject }) => subject.split(' '));
  const names = await namesFor(deps, parts.flat());
  const records = items.map(({ id, limit, count, until }, index) => {
    const known = (parts[index] ?? []).map((part) => ({ part, named: names.get(part) ?? null }));
    const person = known.find(({ named }) => typeof named?.email === 'string')?.named ?? null;
    const organization = known.find(({ named }) => named?.email === null)?.named ?? null;
    return {
      ...{ id, limit, count },
      network: known.find(({ part }) => isNetwork(part))?.part ?? null,
      account: person && { name: person.name, email: person.email ?? '' },
      organization: organization?.name ?? null,
      /** Whether the address has no account, or one that is not among the newest. */
      is_unknown_address: person === null && known.some(({ part }) => EMAIL_KEY.test(part)),
      until: until.toISOString(),
      is_over: until <= now,
    };
  });
  return toPage(records, total, page);
}

function prefixOf({ name, points, maxWaitSeconds }: ConfiguredLimit): CountPrefix {
  return maxWaitSeconds === null
    ? { prefix: name, limit: name, least: points + 1 }
    : { prefix: `${name}-wait`, limit: name, least: 1 };
}

function isNetwork(part: string): boolean {
  return /^[0-9a-f.:/]+$/.test(part) && !UUID.test(part);
}

/** Finds the people and organizations behind the ids and digests in counters' keys. */
async function namesFor(deps: Deps, parts: readonly string[]): Promise<Map<string, Named>> {
  const ids = parts.filter((part) => UUID.test(part));
  const named = ids.length > 0 ? await findNames(deps.db, ids) : [];
  const names = new Map(named.map((one) => [one.id, one]));
  if (!parts.some((part) => EMAIL_KEY.test(part))) return names;
  for (const account of await findAccounts(deps.db, MAX_ACCOUNTS))
    names.set(emailKey(deps, account.email ?? ''), account);
  return names;
}

export interface HeldRefusalsOptions {
  /** Milliseconds for which a refusal is kept back. */
  readonly ms: number;
  /** Refusals kept back together; beyond them each is given immediately. */
  readonly atMost: number;
  readonly delay?: Delay;
}

/**
 * Keeps refusals back for a while. Else a refused caller could ask again as often as this process can refuse, which
 * would keep it busy with nothing else; a request that waits costs a connection and no computing.
 */
export class HeldRefusals {
  private held = 0;
  private readonly delay: Delay;

  constructor(private readonly options: HeldRefusalsOptions) {
    this.delay = options.delay ?? systemDelay;
  }

  /** Resolves when the refusal may be given. */
  async hold(): Promise<void> {
    const { ms, atMost } = this.options;
    if (this.held >= atMost) return;
    this.held += 1;
    await this.delay(ms).done;
    this.held -= 1;
  }
}

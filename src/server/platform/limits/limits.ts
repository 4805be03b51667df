import { siteOf } from '@/domain/user/network';
import type { Env } from '@/env';
import type { Deps } from '@/server/platform/deps';
import { oncePer } from '@/server/platform/once-per';
import { networkKey } from './keys';
import {
  Allowance,
  keepTidy,
  limitStoreOf,
  Slowdown,
  type AllowanceSize,
  type SlowdownSize,
} from './limiter';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** An IPv6 site has 65,536 networks: together they get ten times what one gets. */
const SITE = 10;

/**
 * Lists everything that the installation limits, in all processes together: so many within a time (in seconds) for
 * each key, which the name ends with.
 */
function allowances({ limits }: Env) {
  const failed = 'Too many failed attempts';
  const asked = 'Too many mails asked for';
  const account = limits.accountMails;
  return {
    /** Keys and sessions that do not hold, wherever they are shown. */
    'credentials:network': {
      points: limits.failedCredentials,
      seconds: MINUTE,
      refusal: failed,
      variable: 'MAX_FAILED_CREDENTIALS',
    },
    'credentials:site': {
      points: SITE * limits.failedCredentials,
      seconds: MINUTE,
      refusal: failed,
      variable: 'MAX_FAILED_CREDENTIALS',
    },
    /** Sign-ins, good ones too: each costs as much computing as a password is worth. */
    'sign-in:account-at-network': { points: 600, seconds: HOUR, refusal: 'Too many sign-ins' },
    /** Checks of a password that is being chosen: a person who types pauses between them. */
    'password-check:network': { points: 120, seconds: MINUTE, refusal: 'Too many requests' },
    'invitation:organization': {
      points: limits.invitationsByOrganization,
      seconds: HOUR,
      refusal: 'This organization has sent too many invitations within the hour',
      variable: 'MAX_INVITATIONS_BY_ORGANIZATION',
    },
    'invitation:person': {
      points: limits.invitationsByPerson,
      seconds: HOUR,
      refusal: 'You have sent too many invitations within the hour',
      variable: 'MAX_INVITATIONS_BY_PERSON',
    },
    'invitation:installation': {
      points: limits.invitations,
      seconds: HOUR,
      refusal: 'Too many invitations have been sent within the hour',
      variable: 'MAX_INVITATIONS',
    },
    'invitation:email': {
      points: 5,
      seconds: HOUR,
      refusal: 'This address was sent too many invitations within the hour',
    },
    /** Rounds of mail to those who may decide on what is asked for. */
    'waiver-mail:organization': {
      points: 60,
      seconds: HOUR,
      refusal: 'This organization has asked for too many waivers within the hour',
    },
    /** Mails that people send themselves to see that they arrive. */
    'test-mail:person': { points: 10, seconds: HOUR, refusal: asked },
    'reset:email': { points: 3, seconds: HOUR, refusal: 'Too many mails to this address' },
    'reset:network': { points: 20, seconds: HOUR, refusal: asked },
    'reset:site': { points: 20 * SITE, seconds: HOUR, refusal: asked },
    'change-email:person': { points: 5, seconds: HOUR, refusal: asked },
    'change-email:email': { points: 3, seconds: HOUR, refusal: 'Too many mails to this address' },
    'change-email:network': { points: 20, seconds: HOUR, refusal: asked },
    /** Mail about accounts that really goes out, notices included. */
    'account-mail:email': { points: 20, seconds: HOUR, refusal: 'Too many mails to this address' },
    'account-mail:installation': {
      points: account,
      seconds: HOUR,
      refusal: asked,
      variable: 'MAX_ACCOUNT_MAILS',
    },
    'organization:person': {
      points: limits.organizationsByPerson,
      seconds: DAY,
      refusal: 'You have created too many organizations within a day',
      variable: 'MAX_ORGANIZATIONS_BY_PERSON',
    },
  } as const satisfies Readonly<Record<string, AllowanceSize & { readonly variable?: string }>>;
}

/** Waits after repeated failures: the first attempts are free, each one after them doubles the wait. */
const SLOWDOWNS = {
  /** One account as seen from one network. */
  'sign-in-failed:account-at-network': { free: 5, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
  'sign-in-failed:network': { free: 30, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
  'sign-in-failed:site': { free: 30 * SITE, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
  /** One account as seen from all networks that are strange to it. Short: its person may be among them. */
  'sign-in-failed:account-for-strangers': { free: 50, maxWaitSeconds: MINUTE, seconds: 6 * HOUR },
  /** By session: a thief of one must not keep the person's other browsers from anything. */
  'password-failed:session': { free: 5, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
  /** Returns from the provider that come to nothing: each asks it something. */
  'provider-failed:network': { free: 30, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
  'set-up-failed:network': { free: 10, maxWaitSeconds: 5 * MINUTE, seconds: HOUR },
} as const satisfies Readonly<Record<string, SlowdownSize>>;

export type AllowanceName = keyof ReturnType<typeof allowances>;
export type SlowdownName = keyof typeof SLOWDOWNS;

/** One limit as it is configured. */
export interface ConfiguredLimit {
  readonly name: AllowanceName | SlowdownName;
  /** The number allowed; of failed attempts, the number that costs no waiting. */
  readonly points: number;
  /** The time for which they are counted, from the first. */
  readonly seconds: number;
  /** The longest wait, where waits grow; null where a caller waits until the count ends. */
  readonly maxWaitSeconds: number | null;
  /** The environment variable that sets it; null where it is fixed. */
  readonly variable: string | null;
}

/** Lists all limits, in the order in which they stand here. */
export function configuredLimits(env: Env): ConfiguredLimit[] {
  // `entries` forgets the names.
  const taken = Object.entries(allowances(env)) as [
    AllowanceName,
    AllowanceSize & { readonly variable?: string },
  ][];
  const failed = Object.entries(SLOWDOWNS) as [SlowdownName, SlowdownSize][];
  return [
    ...failed.map(([name, { free, seconds, maxWaitSeconds }]) => ({
      ...{ name, points: free, seconds, maxWaitSeconds },
      variable: null,
    })),
    ...taken.map(([name, { points, seconds, variable = null }]) => ({
      ...{ name, points, seconds, variable },
      maxWaitSeconds: null,
    })),
  ];
}

export interface Limits {
  readonly allowances: Readonly<Record<AllowanceName, Allowance>>;
  readonly slowdowns: Readonly<Record<SlowdownName, Slowdown>>;
}

/** What the limits are kept with. */
export type LimitDeps = Pick<Deps, 'db' | 'env' | 'logger'>;

/** The limits of the installation. They read the system's time, not `deps.clock`: the library has its own. */
export const limitsOf = oncePer((deps: LimitDeps): Limits => {
  const store = limitStoreOf(deps.db, deps.logger);
  keepTidy(store);
  const made = <Name extends string, Size, Limit>(
    sizes: Readonly<Record<Name, Size>>,
    make: (name: Name, size: Size) => Limit,
  ) =>
    // `entries` and `fromEntries` forget the names.
    Object.fromEntries(
      (Object.entries(sizes) as [Name, Size][]).map(([name, size]) => [name, make(name, size)]),
    ) as Record<Name, Limit>;
  return {
    allowances: made<AllowanceName, AllowanceSize, Allowance>(
      allowances(deps.env),
      (name, size) => new Allowance(store, name, size),
    ),
    slowdowns: made<SlowdownName, SlowdownSize, Slowdown>(
      SLOWDOWNS,
      (name, size) => new Slowdown(store, name, size),
    ),
  };
});

export interface Taking {
  readonly name: AllowanceName;
  readonly key: string;
}

/**
 * Takes one of each, or none: what was taken before a refusal is given back.
 * @returns gives them back
 * @throws DomainError 429
 */
export async function takeAll(
  deps: LimitDeps,
  takings: readonly Taking[],
): Promise<() => Promise<void>> {
  const { allowances: of } = limitsOf(deps);
  const taken: Taking[] = [];
  const giveBack = async () => {
    await Promise.all(taken.map(({ name, key }) => of[name].giveBack(key)));
  };
  try {
    for (const taking of takings) {
      await of[taking.name].take(taking.key);
      taken.push(taking);
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}

/** Takes one for a caller's network, and for its site where it has one. */
export function ofNetwork(
  deps: Deps,
  kind: 'credentials' | 'reset',
  remoteAddress: string,
): Taking[] {
  const site = siteOf(remoteAddress);
  const network: Taking = { name: `${kind}:network`, key: networkKey(deps, remoteAddress) };
  return site === null ? [network] : [network, { name: `${kind}:site`, key: site }];
}

/**
 * Counts credentials that do not hold, wherever they were shown. Accepted callers cost nothing here.
 * @throws DomainError 429 when there were too many from this network
 */
export async function countFailedCredentials(deps: Deps, remoteAddress: string): Promise<void> {
  for (const { name, key } of ofNetwork(deps, 'credentials', remoteAddress))
    await limitsOf(deps).allowances[name].take(key);
}

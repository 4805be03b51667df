import { z } from 'zod';
import type { Clock } from '@/server/clock';
import { KeycloakFailure } from './keycloak-failure';

/** A token is given up this long before its end, so that it holds until the answer is made. */
const SPARE_MS = 30_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** What asks Keycloak for a token: the JSON of an answer that is no failure. */
export type RequestToken = () => Promise<unknown>;

export interface ServiceToken {
  /** One that holds; asked for once however many calls need it. */
  current(): Promise<string>;
  /** Says that Keycloak refused this one: it is not used again. */
  drop(refused: string): void;
}

/** The access token of the service account, kept until shortly before its end. */
export function createServiceToken(clock: Clock, request: RequestToken): ServiceToken {
  let kept: { readonly text: string; readonly usableUntilMs: number } | null = null;
  let underWay: Promise<string> | null = null;
  const renew = async () => {
    const askedAtMs = clock.now().getTime();
    const answer = tokenAnswer.safeParse(await request());
    if (!answer.success) throw new KeycloakFailure('unreadable');
    const { access_token: text, expires_in: lifeSeconds } = answer.data;
    kept = { text, usableUntilMs: askedAtMs + lifeSeconds * 1000 - SPARE_MS };
    return text;
  };
  return {
    current: async () => {
      if (kept && clock.now().getTime() < kept.usableUntilMs) return kept.text;
      underWay ??= renew().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    drop: (refused) => {
      if (kept?.text === refused) kept = null;
    },
  };
}

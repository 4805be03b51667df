import { join } from 'node:path';
import { z } from 'zod';
import { ensureBuilt, startBuiltServer } from './built-server';
import {
  atLeast,
  atMost,
  inMs,
  median,
  timed,
  type Bench,
  type Benchmark,
  type Line,
} from './runner';

const GUESSERS = 50;
const SIGN_INS = 20;
const MAX_MS = 2_000;
const HOME = '192.0.2.1';
const ADMIN = { email: 'ada@example.com', password: 'correct horse battery staple' };

const csrfSchema = z.object({ csrfToken: z.string() });

/** A browser that signs in through a trusted proxy, which names the address it calls from. */
class Visitor {
  private form: { readonly csrfToken: string; readonly cookie: string } | null = null;

  constructor(
    private readonly origin: string,
    private readonly address: string,
  ) {}

  /** Whether it got in. */
  async signIn(email: string, password: string): Promise<boolean> {
    this.form ??= await this.openForm();
    const { csrfToken, cookie } = this.form;
    const answer = await fetch(`${this.origin}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: this.origin, 'x-forwarded-for': this.address },
      body: new URLSearchParams({ csrfToken, email, password, json: 'true' }),
    });
    await answer.arrayBuffer();
    return answer.headers.getSetCookie().some((one) => one.includes('session-token='));
  }

  private async openForm() {
    const answer = await fetch(`${this.origin}/api/auth/csrf`, {
      headers: { 'x-forwarded-for': this.address },
    });
    const { csrfToken } = csrfSchema.parse(await answer.json());
    const cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0] ?? '')
      .join('; ');
    return { csrfToken, cookie };
  }
}

/**
 * How long a person waits who signs in where they have before, while guessers from as many networks try
 * passwords without a pause: every other one at the person's account.
 */
async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const built = await startBuiltServer(
    await server.createDatabase('sign_ins'),
    join(server.folder, 'sign-ins'),
    { TRUST_PROXY: 'true', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  );
  const once = async () => {
    const signedIn = await new Visitor(built.origin, HOME).signIn(ADMIN.email, ADMIN.password);
    if (signedIn) succeeded += 1;
  };
  let succeeded = 0;
  let guesses = 0;
  let isOver = false;
  const guesser = async (_: unknown, number: number) => {
    const visitor = new Visitor(built.origin, `198.51.100.${String(number)}`);
    const email = number % 2 === 0 ? ADMIN.email : `person-${String(number)}@example.com`;
    while (!isOver) {
      await visitor.signIn(email, `a guess ${String(guesses)}`);
      guesses += 1;
    }
  };
  try {
    const aloneMs = [await timed(once), await timed(once), await timed(once)];
    progress(`${String(SIGN_INS)} sign-ins beside ${String(GUESSERS)} guessers`);
    succeeded = 0;
    const guessing = Array.from({ length: GUESSERS }, guesser);
    const startedAtMs = performance.now();
    const durationsMs: number[] = [];
    try {
      for (let n = 0; n < SIGN_INS; n += 1) durationsMs.push(await timed(once));
    } finally {
      isOver = true;
    }
    const seconds = (performance.now() - startedAtMs) / 1_000;
    await Promise.all(guessing);
    const longestMs = Math.max(...durationsMs);
    return [
      { what: 'a sign-in alone', measured: inMs(median(aloneMs)) },
      {
        what: `${String(SIGN_INS)} sign-ins where the person was before, beside ${String(GUESSERS)} guessers`,
        measured: `p50 ${inMs(median(durationsMs))}, longest ${inMs(longestMs)}`,
        ratio: `${(median(durationsMs) / median(aloneMs)).toFixed(1)}x alone`,
        aim: atMost(Math.round(longestMs), MAX_MS, ' ms'),
      },
      {
        what: '  of these came in',
        measured: `${String(succeeded)} of ${String(SIGN_INS)}`,
        aim: atLeast(succeeded, SIGN_INS, ''),
      },
      { what: '  guesses answered meanwhile', measured: `${(guesses / seconds).toFixed(0)}/s` },
    ];
  } finally {
    await built.stop();
  }
}

export const signIns: Benchmark = { name: 'sign-ins', run };

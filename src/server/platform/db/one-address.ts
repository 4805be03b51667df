import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isReadOnlyRefusal } from './connection-errors';
import { cutOff } from './cut-off';
import { endsWithMachine } from './machine-end';
import { KEEP_ALIVE, mayGiveUpAgain, type Servers, STARTED_AT, TAKES_NO_CHANGES } from './servers';

/** Milliseconds for the connection that is kept to be answered, before another one is made beside it. */
const ANSWER_MS = 1_500;
/** Milliseconds for a new connection to be made and answered. */
const ANEW_MS = 3_000;
/**
 * Milliseconds of silence after which connections are left though no other server has shown itself: as long as a request
 * waits for a connection. A server that is only slow, or a network that stumbles, costs no statement.
 */
const SILENT_MS = 10_000;

const WHO = `
  SELECT ${STARTED_AT} AS server, pg_is_in_recovery() AS "isStandby", ${TAKES_NO_CHANGES} AS refuses`;

interface Said {
  readonly server: string;
  readonly isStandby: boolean;
  readonly refuses: boolean;
}

const SILENCE = Symbol('silence');

/** What `work` comes to; silence where that lasts for too long. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | typeof SILENCE> {
  const done = new AbortController();
  const late = sleep(ms, SILENCE, { signal: done.signal, ref: false });
  // It ends unheard where the other one is done first, and the other way round.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** A connection on which nothing is asked but who answers. */
class Kept {
  /** What it said last. */
  server = '';
  private readonly client: pg.Client;
  private asked: Promise<Said> | null = null;
  private askedAtMs = 0;

  constructor(config: pg.ClientConfig) {
    // A pool hides its password from whoever copies its options.
    const { password } = config;
    this.client = new pg.Client({
      application_name: 'eventide',
      ...KEEP_ALIVE,
      ...config,
      password,
    });
    this.client.on('error', () => undefined);
  }

  async connect(): Promise<Said> {
    await this.client.connect();
    await this.client.query(endsWithMachine(this.client));
    const said = await this.ask();
    keepsAlive(this.client, false);
    return said;
  }

  /** Asks, unless the answer to the last question is still to come. */
  ask(): Promise<Said> {
    if (this.asked) return this.asked;
    this.askedAtMs = performance.now();
    this.asked = this.askNow().finally(() => {
      this.asked = null;
    });
    return this.asked;
  }

  private async askNow(): Promise<Said> {
    const { rows } = await this.client.query<Said>(WHO);
    const [said] = rows;
    if (!said) throw new Error('The database has said nothing');
    this.server = said.server;
    return said;
  }

  /** Since when an answer is waited for; null: none is. */
  get silentSinceMs(): number | null {
    return this.asked ? this.askedAtMs : null;
  }

  /** Ends it, and waits for the server to know. */
  async end(): Promise<void> {
    keepsAlive(this.client, true);
    if (!this.asked) await within(ANSWER_MS, this.client.end());
    this.cut();
  }

  cut(): void {
    cutOff(this.client);
  }
}

/** Says whether a connection keeps the process alive. `pg` has it, and its declared type does not. */
function keepsAlive(
  client: pg.Client & { readonly ref?: () => void; readonly unref?: () => void },
  isNeeded: boolean,
): void {
  if (isNeeded) client.ref?.();
  else client.unref?.();
}

/** What a new connection came to. */
type Answer =
  | { readonly fresh: Kept; readonly said: Said }
  | { readonly fresh: null; readonly failure: unknown };

/** Whether PostgreSQL itself has answered, whatever it said: it starts, or has no room for one more. */
const isWord = (failure: unknown) => failure instanceof pg.DatabaseError;

export interface AddressOptions {
  /** Whether a pooler of transactions is behind it: what waits there for its turn is silent, too. */
  readonly isPooled: boolean;
}

/**
 * Follows whatever server an address leads to, which is taken for the one that takes changes whatever it says. One
 * connection is kept and asked who answers. Where it falls silent, is ended, or leads to a server that takes no changes
 * any more, a new one says who answers now: on another server, what was connected before is left.
 */
export function followAddress(config: pg.ClientConfig, { isPooled }: AddressOptions): Servers {
  const listeners: (() => void)[] = [];
  const mayGiveUp = mayGiveUpAgain();
  /** Servers that have answered: one that has been there before is none that others were replaced by. */
  const known = new Set<string>();
  let era = 0;
  let kept: Kept | null = null;
  let anew: Kept | null = null;
  let isAway = false;
  let isClosed = false;
  let looking: Promise<void> | null = null;

  function leave(): void {
    era += 1;
    for (const listener of listeners) listener();
  }

  function refused(): void {
    if (mayGiveUp()) era += 1;
  }

  /** @param wasKept whether a connection was there until now, and not silent: as that one, others have ended, or answer */
  function note({ server, isStandby }: Said, wasKept: boolean): void {
    isAway = false;
    const isNews = known.size > 0 && !known.has(server);
    // Poolers that share reads out have standbys answer now and then.
    if (isNews && isStandby) return;
    known.add(server);
    if (isNews && wasKept) era += 1;
    else if (isNews) leave();
  }

  async function askAnew(): Promise<Answer> {
    let fresh: Kept | null = null;
    try {
      // It reads the files of certificates that the address names, which may not be there for a moment.
      fresh = new Kept(config);
      anew = fresh;
      const said = await within(ANEW_MS, fresh.connect());
      if (said !== SILENCE) return { fresh, said };
      fresh.cut();
      return { fresh: null, failure: SILENCE };
    } catch (failure) {
      fresh?.cut();
      return { fresh: null, failure };
    } finally {
      anew = null;
    }
  }

  async function look(): Promise<void> {
    const heard = kept && (await within(ANSWER_MS, kept.ask()).catch(() => null));
    const wasKept = kept !== null;
    if (heard !== null && heard !== SILENCE && !heard.refuses) {
      note(heard, wasKept);
      return;
    }
    if (heard !== SILENCE) {
      void kept?.end();
      kept = null;
    }
    if (isClosed) return;
    const answer = await askAnew();
    if (isClosed) await answer.fresh?.end();
    else if (kept === null) hearFirst(answer, wasKept);
    // It was late: the machine is busy, as this process may be.
    else if (kept.silentSinceMs === null) await answer.fresh?.end();
    else hearBeside(kept, kept.silentSinceMs, answer);
  }

  /** Hears what a new connection came to, where none was kept. */
  function hearFirst(answer: Answer, wasKept: boolean): void {
    if (answer.fresh) {
      kept = answer.fresh;
      note(answer.said, wasKept);
    } else if (isWord(answer.failure)) isAway = false;
  }

  /** Hears what a new connection came to beside one that is silent. */
  function hearBeside(silent: Kept, sinceMs: number, answer: Answer): void {
    const isLong = performance.now() - sinceMs >= SILENT_MS;
    // One that has been there before may share the address with the silent one.
    const isAnother = answer.fresh !== null && !known.has(answer.said.server);
    // What waits for its turn at a pooler hears nothing either.
    const mayWait = isPooled && answer.fresh === null && answer.failure === SILENCE;
    if (!isAnother && (!isLong || mayWait)) {
      void answer.fresh?.end();
      return;
    }
    silent.cut();
    kept = null;
    isAway = true;
    if (answer.fresh) known.add(answer.said.server);
    hearFirst(answer, false);
    leave();
  }

  function lookOnce(): Promise<void> {
    if (isClosed) return Promise.resolve();
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  return {
    areSeveral: false,
    get era() {
      return era;
    },
    present: config,
    find: async () => {
      if (isAway) await lookOnce();
      if (isAway) throw nobodyAnswers();
      return config;
    },
    heed: (error) => {
      if (isReadOnlyRefusal(error)) refused();
    },
    refused,
    check: () => void lookOnce(),
    leave,
    onMove: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      isClosed = true;
      anew?.cut();
      await kept?.end();
      await looking;
    },
  };
}

/** An error as of a connection that could not be made. */
function nobodyAnswers(): Error {
  return Object.assign(new Error('The server of the database does not answer'), {
    code: 'ETIMEDOUT',
  });
}

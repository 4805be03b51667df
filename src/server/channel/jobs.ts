import pLimit from 'p-limit';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { listenTo } from '@/server/platform/db/listen';
import type { Deps } from '@/server/platform/deps';
import { scheduleRounds } from '@/server/platform/jobs/rounds';
import { runJob } from '@/server/platform/jobs/run-job';
import { MESSAGE_CHANNEL } from '@/server/message/service';
import { findDueChannels } from './repository/delivery';
import { FAILURE, forgetOldMessages } from './service/cleaning';
import { deliverChannel } from './service/delivery';
import { tellOfDisabled } from './service/notices';

/** Milliseconds until it is seen that a retry is due, or a message whose announcement was lost. */
const TICK_MS = 2_000;
const CLEAN_EVERY_MS = 60 * 60_000;
/** Channels that one process delivers to at a time: each waits for its receiver, and holds nothing meanwhile. */
const AT_ONCE = 16;
/** Of one organization, so that one whose receivers all stall leaves room for the others. */
const AT_ONCE_OF_ONE = 4;

type DeliveryDeps = Pick<Deps, 'clock' | 'db' | 'env' | 'logger' | 'mailer' | 'outgoing'>;

/**
 * Delivers messages from now on, as soon as they are committed and whenever a retry is due. Any number of processes may
 * do so: a channel belongs to one of them at a time.
 * @returns a function that ends it, once what is being sent has been sent
 */
export function scheduleDelivery(deps: DeliveryDeps): () => Promise<void> {
  const stopping = new AbortController();
  const turns = createTurns(deps, stopping.signal);
  let looking: Promise<void> | null = null;
  let telling: Promise<void> | null = null;
  let isWanted = false;
  // Beside the rounds: a mail server that is silent holds up no message to anywhere else.
  const tell = () => {
    telling ??= tellOfDisabled(deps, stopping.signal)
      .catch((err: unknown) => {
        if (!stopping.signal.aborted)
          deps.logger.error({ err }, 'admins were not told of channels');
      })
      .finally(() => {
        telling = null;
      });
  };
  const look = () => {
    isWanted = true;
    looking ??= rounds().finally(() => {
      looking = null;
    });
  };
  const rounds = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        await turns.begin();
        tell();
      } catch (err) {
        if (!stopping.signal.aborted) deps.logger.error({ err }, 'messages cannot be delivered');
      }
    }
  };
  const listening = listenTo({
    ...{ db: deps.db, logger: deps.logger, channel: MESSAGE_CHANNEL },
    ...{ onMessage: look, onListening: look },
  });
  const timer = setInterval(look, TICK_MS).unref();
  const cleaning = { name: 'forget old messages', everyMs: CLEAN_EVERY_MS, failure: FAILURE };
  const stopCleaning = scheduleRounds(deps, cleaning, (signal) => forgetOldMessages(deps, signal));
  return async () => {
    clearInterval(timer);
    stopping.abort();
    const cleaned = stopCleaning();
    await listening.stop();
    await looking;
    await telling;
    await turns.done();
    await cleaned;
  };
}

/** The turns of channels that are under way in this process. */
function createTurns(deps: DeliveryDeps, signal: AbortSignal) {
  const limit = pLimit(AT_ONCE);
  const limits = new Map<string, ReturnType<typeof pLimit>>();
  const running = new Map<string, Promise<void>>();

  async function turn(organizationId: string, channelId: string): Promise<void> {
    if (signal.aborted) return;
    try {
      const own = mintOrganizationId(organizationId);
      await runJob('deliver messages', () => deliverChannel(deps, own, channelId, signal), signal);
    } catch (err) {
      deps.logger.error({ err, channelId }, 'a channel was not delivered to');
    }
  }

  function start(organizationId: string, channelId: string): void {
    if (running.has(channelId)) return;
    const own = limits.get(organizationId) ?? pLimit(AT_ONCE_OF_ONE);
    limits.set(organizationId, own);
    const done = own(() => limit(() => turn(organizationId, channelId))).finally(() => {
      running.delete(channelId);
      if (own.activeCount + own.pendingCount === 0) limits.delete(organizationId);
    });
    running.set(channelId, done);
  }

  return {
    /** Starts a turn for each channel that something is due for; does not wait for them. */
    async begin(): Promise<void> {
      for (const due of await findDueChannels(deps.db, deps.clock.now(), 200)) {
        start(due.organizationId, due.id);
      }
    },
    async done(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}

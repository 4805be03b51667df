import { X509Certificate } from 'node:crypto';
import type { Deps } from '@/server/platform/deps';
import { findSettingsNamed, forgetSettingsNamed, saveSetting } from '@/server/platform/db/settings';

const minuteMs = 60_000;
const lookEveryMs = 5 * minuteMs;
/** A process that has noted nothing for so long is gone. */
const goneAfterMs = 15 * minuteMs;
const forgottenAfterMs = 24 * 60 * minuteMs;

/** Each authority that a process has is a setting of the installation, noted anew at each look: its name is this and a fingerprint. */
const prefix = 'scanner_authority:';

export interface AuthorityWatch {
  /** How many authorities processes have had of late, this one's included: one, where all is well. */
  count(): number;
  /** Looks as the timer does; one that is under way is waited for instead. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Notes which authority this process has, and says while others have another one: a scanner trusts one, and at a process with
 * another it skips the policies, uploads nothing and passes. What a process had that is gone, as when the authority was made anew
 * on purpose, is no other: only what was noted since this one began counts.
 */
export function watchAuthorities(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  authorityPem: string,
): AuthorityWatch {
  const { fingerprint256 } = new X509Certificate(authorityPem);
  const begunAt = clock.now().getTime();
  let others: readonly string[] = [];
  let isOver = false;
  let underWay: Promise<void> | undefined;

  const lookOnce = async () => {
    const at = clock.now();
    await saveSetting(db, `${prefix}${fingerprint256}`, {}, at);
    const noted = await findSettingsNamed(db, prefix);
    others = noted
      .filter(({ updatedAt }) => {
        const notedAt = updatedAt.getTime();
        return notedAt > begunAt && Math.abs(at.getTime() - notedAt) < goneAfterMs;
      })
      .map(({ name }) => name.slice(prefix.length))
      .filter((other) => other !== fingerprint256);
    await forgetSettingsNamed(db, prefix, new Date(at.getTime() - forgottenAfterMs));
    if (others.length === 0 || isOver) return;
    logger.error(
      { event: 'scanner authorities differ', fingerprint256, others },
      'Other processes have another certificate authority for scanners: a scanner trusts one of them, and uploads nothing at ' +
        'the others. Copy DATA_DIR/scanner-ca of one to all of them and start these again, or set SCANNER_TLS_CERT and ' +
        'SCANNER_TLS_KEY',
    );
  };
  /** Two at once would each say the same. */
  const look = () => {
    underWay ??= lookOnce().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const lookOrSay = () => {
    look().catch((err: unknown) => {
      if (!isOver) logger.warn({ err }, 'the authorities of other processes could not be read');
    });
  };
  lookOrSay();
  const timer = setInterval(lookOrSay, lookEveryMs);
  timer.unref();

  return {
    count: () => 1 + others.length,
    look,
    stop: () => {
      isOver = true;
      clearInterval(timer);
    },
  };
}

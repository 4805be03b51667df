import { repairMonths, wrongMonths } from '@/server/analytics/service/months';
import { findOrganizations, repairCounts, wrongCounts } from '@/server/holding/service';
import type { Database } from '@/server/platform/db/db';
import { systemDelay, type Delay } from '@/server/platform/delay';

export interface CountsDeps {
  readonly db: Database;
  /** Prints a line. */
  say(line: string): void;
  readonly delay?: Delay;
}

/** Milliseconds between two tries while a server adds up. */
const TRY_AGAIN_MS = 200;
const MAX_TRIES = 100;

/**
 * Holds what is kept of each organization's images against the images.
 * @returns the status that the process ends with: 1 where something is wrong
 */
export async function checkCounts({ db, say }: CountsDeps): Promise<number> {
  let status = 0;
  for (const { id, name } of await findOrganizations(db)) {
    const wrong = (await wrongCounts({ db }, id)) + (await wrongMonths({ db }, id));
    say(wrong === 0 ? `${name}: right` : `${name}: ${wrong.toLocaleString('en')} wrong`);
    if (wrong > 0) status = 1;
  }
  return status;
}

/**
 * Counts every organization's images anew where what is kept of them is wrong.
 * @returns the status that the process ends with: 1 where a server kept it from doing so
 */
export async function mendCounts({ db, say, delay = systemDelay }: CountsDeps): Promise<number> {
  let status = 0;
  for (const { id, name } of await findOrganizations(db)) {
    const areMonthsWrong = (await wrongMonths({ db }, id)) > 0;
    if (areMonthsWrong) {
      await repairMonths({ db }, id);
      say(`${name}: its months are counted anew by a server`);
    }
    if ((await wrongCounts({ db }, id)) === 0) {
      if (!areMonthsWrong) say(`${name}: right`);
      continue;
    }
    let tries = 0;
    while (!(await repairCounts({ db }, id)) && (tries += 1) < MAX_TRIES)
      await delay(TRY_AGAIN_MS).done;
    if (tries === MAX_TRIES) status = 1;
    say(tries === MAX_TRIES ? `${name}: not counted, a server adds up` : `${name}: counted anew`);
  }
  return status;
}

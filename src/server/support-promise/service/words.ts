import { ENDED_ESTIMATED, ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import type { OutlivesRow } from '../dto';

/** What files say of a row. */

/** Names what a row is of. */
export function nameWords({ product_name: name, cycle, artifact_type: type }: OutlivesRow): string {
  return `${name} ${cycle} (${type})`;
}

/** Says when it ends, and that the day is not known where it is not. */
export function endWords(row: OutlivesRow): string {
  if (row.estimated_from !== null) return ENDED_ESTIMATED;
  if (row.ends_on === null) return STATE_WORDS.unknown;
  if (!row.ends_on_known) return `${ENDED_UNDATED}, seen ${row.ends_on}`;
  return row.contract?.until === row.ends_on ? `${row.ends_on}, by contract` : row.ends_on;
}

/** Says on how many promised days it has ended; nothing of what lasts. */
export function shortWords({ standing, days_short: days }: OutlivesRow): string {
  if (standing !== 'earlier') return '';
  return days === null ? 'Not known' : `${String(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** Names images that hold it, so many of them, and says how many more there are. */
export function imageNames({ images, image_count: count }: OutlivesRow, most: number): string[] {
  const names = images.slice(0, most).map(({ name, tag }) => `${name}:${tag}`);
  return [...names, ...more(count - names.length)];
}

const more = (left: number) => (left > 0 ? [`${String(left)} more`] : []);

/** Names what covers or moves it; of many waivers how many more there are. */
export function measuresWords(row: OutlivesRow): string {
  const { contract, plans, waivers, waiver_count: count } = row;
  return [
    ...(contract ? [`Contract with ${contract.vendor} until ${contract.until}`] : []),
    ...plans.map(
      ({ move_to: to, due_on: due, who }) =>
        `Plan: ${to} by ${due}${who === null ? '' : ` (${who})`}`,
    ),
    ...waivers.map(({ ends_on: on }) => `Waiver until ${on}`),
    ...more(count - waivers.length).map((words) => `${words} waivers`),
  ].join('; ');
}

import type { PackContent, PackSoftware } from './content';

const EVERYWHERE = 'Everywhere';

/** Waivers that hold or wait for a decision; the others say nothing of what is in use on the day of the pack. */
const WAIVED: Readonly<Record<string, string>> = { granted: 'Waived', asked: 'Waiver asked for' };

/**
 * Tells which waivers and plans of a pack are for a row of its software, in words: "Waived (shop) until 2027-01-01 by Ada".
 * It follows from what was frozen, and is no part of it. A waiver of one image is not told: a row stands for all images of
 * a project. Each names its place, since a pack knows places by their names alone.
 */
export function measuresFor(
  row: PackSoftware,
  { plans, waivers }: Pick<PackContent, 'plans' | 'waivers'>,
): string {
  const isFor = (one: {
    readonly product: string;
    readonly cycle: string;
    readonly where: string;
  }) =>
    one.product === row.product &&
    one.cycle === row.cycle &&
    [EVERYWHERE, row.project, row.owner].includes(one.where);
  return [
    ...waivers.filter(isFor).flatMap(({ state, where, ends_on: on, approver }) => {
      const word = WAIVED[state];
      return word === undefined
        ? []
        : [`${word} (${placeOf(where)}) until ${on}${approver === null ? '' : ` by ${approver}`}`];
    }),
    ...plans
      .filter((one) => one.state !== 'done' && isFor(one))
      .map(
        ({ where, move_to: to, due_on: due, who }) =>
          `Planned (${placeOf(where)}): to ${to}${due === null ? '' : ` until ${due}`}${who === null ? '' : ` by ${who}`}`,
      ),
  ].join('; ');
}

function placeOf(where: string): string {
  return where === EVERYWHERE ? 'everywhere' : where;
}

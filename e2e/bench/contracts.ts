import type { ContractChange } from '@/server/contract/service/contracts';
import {
  changeContract,
  createContract,
  deleteContract,
} from '@/server/contract/service/contracts';
import { addDays, addMonths, dayOf } from '@/domain/eol/calendar';
import { MAX_CONTRACT_SOFTWARE } from '@/domain/contract/contract';
import { cycleOf, scanPayload } from './payload';
import { inMs, type Bench, type Benchmark, type Line, timed } from './runner';

const SCANNERS = 3;

interface Step {
  readonly what: string;
  readonly work: () => Promise<unknown>;
}

/**
 * Times what people do to a contract for the whole organization, of one release cycle and of as many products as one may
 * have, while uploads come in: how long each takes, and how long the slowest upload waited beside it.
 */
async function run(bench: Bench): Promise<Line[]> {
  const { server, fleet } = bench;
  const { ProductName: productName, ReleaseCycle: cycle } = cycleOf(1, fleet.today);
  const all = Array.from({ length: MAX_CONTRACT_SOFTWARE }, (_, number) => ({
    productName: `Product ${String(number)}`,
    cycle: null,
  }));
  const lines = [await upload(bench, 'an upload with nothing beside it')];
  for (const { named, software } of [
    { named: 'one release cycle', software: [{ productName, cycle }] },
    { named: `${String(MAX_CONTRACT_SOFTWARE)} products`, software: all },
  ]) {
    for (const step of stepsOf(bench, software)) lines.push(await measure(bench, named, step));
    await server.bare.query('VACUUM (ANALYZE) finding, finding_interval, image_tag');
  }
  return lines;
}

function stepsOf(
  { server: { deps }, fleet }: Bench,
  lines: NonNullable<ContractChange['lines']>,
): Step[] {
  const today = dayOf(fleet.today);
  const { actor } = fleet;
  let id = '';
  const change = (to: ContractChange) => changeContract(deps, actor, id, to);
  const create = async () => {
    const entered = await createContract(deps, actor, {
      ...{ vendor: 'Bench', scope: 'organization', projectId: null, teamId: null, lines },
      ...{ startsOn: addMonths(today, -12), endsOn: addMonths(today, 60), noticeDays: 90 },
      ...{ cost: null, documentUrl: null, note: null },
    });
    id = entered.id;
  };
  return [
    { what: 'entered', work: create },
    { what: 'another note', work: () => change({ note: 'Renewed' }) },
    { what: 'another end', work: () => change({ endsOn: addMonths(today, 72) }) },
    { what: 'ended', work: () => change({ endsOn: addDays(today, -1) }) },
    {
      what: 'begins later',
      work: () => change({ startsOn: addMonths(today, -1), endsOn: addMonths(today, 60) }),
    },
    { what: 'deleted', work: () => deleteContract(deps, actor, id) },
  ];
}

async function measure(bench: Bench, named: string, { what, work }: Step): Promise<Line> {
  bench.progress(`${named}: ${what}`);
  let isUnderWay = true;
  const uploads = uploadsWhile(bench, () => isUnderWay);
  const durationMs = await timed(work);
  isUnderWay = false;
  const waits = await uploads;
  const refused = waits.filter((wait) => wait === null).length;
  const slowest = Math.max(...waits.map((wait) => wait ?? 0));
  const line = {
    what: `${named}: ${what}`,
    measured: inMs(durationMs),
    ratio: `slowest of ${String(waits.length)} uploads ${inMs(slowest)}, ${String(refused)} refused`,
  };
  bench.progress(`${line.measured}, ${line.ratio}`);
  return line;
}

async function upload(bench: Bench, what: string): Promise<Line> {
  const waits: number[] = [];
  for (let number = 0; number < 20; number += 1) waits.push(await uploadOnce(bench, number));
  return { what, measured: `slowest of 20 ${inMs(Math.max(...waits))}` };
}

/** Uploads as a few scanners do that each wait for their answer. */
async function uploadsWhile(bench: Bench, isUnderWay: () => boolean) {
  const waits: (number | null)[] = [];
  const scanner = async (number: number) => {
    // The server refuses uploads while too many wait.
    do waits.push(await uploadOnce(bench, number).catch(() => null));
    while (isUnderWay());
  };
  await Promise.all(Array.from({ length: SCANNERS }, (_, number) => scanner(number)));
  return waits;
}

function uploadOnce({ server, fleet, sizes }: Bench, number: number): Promise<number> {
  const payload = scanPayload(number, fleet.today, {
    ...{ matches: 10, packages: 20, software: sizes.software, components: sizes.components },
  });
  const body = new TextEncoder().encode(JSON.stringify(payload));
  return timed(() => server.call(fleet.key, { method: 'PUT', path: '/v2/scan', body }));
}

export const contracts: Benchmark = { name: 'contracts', run };

import type { PolicyFields } from '@/domain/policy/policy';
import { effectsOfPolicies } from '@/server/policy/service/outlook';
import { forecastPolicies } from '@/server/policy/service/outlook';
import { listOutlookImages } from '@/server/policy/service/outlook-images';
import { previewPolicy } from '@/server/policy/service/preview';
import { createPolicy, deletePolicy } from '@/server/policy/service/policies';
import { projectName } from './fleet';
import {
  inMs,
  median,
  percentile,
  timeInTurns,
  type Bench,
  type Benchmark,
  type Line,
} from './runner';

const OWN_POLICIES = 200;
const TURNS = 10;
const WARM_UP = 3;

const NOTHING: PolicyFields = {
  type: 'EOL',
  scope: 'global',
  warnOn: null,
  denyOn: null,
  warnDays: null,
  denyDays: null,
  deniesFrom: null,
  projectName: null,
  productName: null,
  cycle: null,
  cycleOperator: null,
  onlyRunning: false,
  denyEstimates: false,
  deprecated: null,
  stale: null,
  notaryPolicy: null,
};

/** Times the preview of a draft for all software, as someone types it: alone, and beside projects' own. */
async function run({ server: { deps }, fleet, sizes }: Bench): Promise<Line[]> {
  const fields = { ...NOTHING, warnDays: 180, denyDays: 30 };
  const preview = () => previewPolicy(deps, fleet.organizationId, { policyId: null, fields });
  const turns = { turns: TURNS, warmUp: WARM_UP };
  const { alone } = await timeInTurns({ alone: preview }, turns);
  const count = Math.min(OWN_POLICIES, sizes.projects);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    // No two alike: what one project's policy says of some software cannot be said of another's.
    const days = { warnDays: 90 + number, denyDays: number % 60 };
    const own = {
      ...NOTHING,
      ...days,
      scope: 'project',
      projectName: projectName(number),
    } as const;
    ids.push((await createPolicy(deps, fleet.actor, own)).id);
  }
  const question = { draft: { policyId: null, fields }, decidedBy: null };
  const asked = {
    ...question,
    action: 'DENY',
    on: null,
    running: null,
    page: 1,
    size: 10,
  } as const;
  const { beside, forecast, images, effects } = await timeInTurns(
    {
      beside: preview,
      forecast: () => forecastPolicies(deps, fleet.organizationId, question),
      images: () => listOutlookImages(deps, fleet.organizationId, asked),
      effects: () => effectsOfPolicies(deps, fleet.organizationId),
    },
    turns,
  );
  for (const id of ids) await deletePolicy(deps, fleet.actor, id);
  return [
    lineOf('a draft for all software, no other policy', alone),
    {
      ...lineOf(`the same, ${String(count)} projects with policies of their own`, beside),
      ratio: `${(median(beside) / median(alone)).toFixed(1)}x alone`,
    },
    lineOf('its forecast of a year, day by day', forecast),
    lineOf('the first of the images that it denies', images),
    lineOf('what each policy does today', effects),
  ];
}

function lineOf(what: string, durations: readonly number[]): Line {
  const p95 = percentile(durations, 95);
  return { what, measured: `p50 ${inMs(median(durations))}, p95 ${inMs(p95)}` };
}

export const policyPreview: Benchmark = { name: 'policy preview', run };

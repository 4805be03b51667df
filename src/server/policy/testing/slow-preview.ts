import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import { verdictOn } from '@/domain/policy/dated-rules';
import { evaluate } from '@/domain/policy/evaluate';
import { POLICY_ACTIONS, type EolPolicy, type PolicyAction } from '@/domain/policy/policy';
import type { Place } from '@/domain/policy/place';
import { asToldOn, PolicySet } from '@/domain/policy/set';
import { scannerRulesByPlace } from '@/domain/policy/scanner-rules';
import { runStockScanner } from '@/domain/policy/testing/stock-scanner';
import type { SoftwareFacts } from '../repository';

/** An image with the software that it holds. */
export interface HoldingImage {
  readonly name: string;
  readonly projectName: string;
  readonly runs: boolean;
  readonly held: readonly SoftwareFacts[];
  /** The part of it that a scanner finds. */
  readonly seen: readonly SoftwareFacts[];
}

export interface PreviewedWorld {
  readonly today: Day;
  readonly before: readonly EolPolicy[];
  readonly after: readonly EolPolicy[];
  /** In the order of their names. */
  readonly images: readonly HoldingImage[];
  /** In the order in which software is listed. */
  readonly software: readonly SoftwareFacts[];
}

/**
 * Previews a change the slow and obvious way: every image, everything that it holds, every day on which anything
 * could change, each judged by itself.
 */
export function slowPreview(world: PreviewedWorld) {
  const images = world.images.map((image) => previewImage(world, image));
  const acted = ['DENY', 'WARN'].flatMap((action) =>
    images.filter(({ after }) => after === action),
  );
  const count = (key: 'before' | 'after', action: PolicyAction) =>
    images.filter((image) => image[key] === action).length;
  const counts = (key: 'before' | 'after') => ({
    denied: count(key, 'DENY'),
    warned: count(key, 'WARN'),
    allowed: count(key, 'ALLOW'),
  });
  return {
    counts: { before: counts('before'), after: counts('after') },
    newlyDenied: countWhere(images, ({ before, after }) => after === 'DENY' && before !== 'DENY'),
    noLongerDenied: countWhere(
      images,
      ({ before, after }) => before === 'DENY' && after !== 'DENY',
    ),
    timeline: daysOf(world).flatMap((on) => {
      const denied = images.filter(({ deniedOn }) => deniedOn === on).length;
      const warned = images.filter(({ warnedOn }) => warnedOn === on).length;
      return on === world.today || denied + warned === 0 ? [] : [{ on, denied, warned }];
    }),
    images: acted,
    software: previewSoftware(world),
    differences: [...hiddenDenials(world), ...cycleDifferences(world)],
  };
}

type PreviewedImage = ReturnType<typeof previewImage>;

function countWhere(images: readonly PreviewedImage[], is: (image: PreviewedImage) => boolean) {
  const counted = images.filter(is);
  const projects = counted.map(({ projectName }) => projectName);
  return { images: counted.length, projects: new Set(projects).size };
}

/** Lists today, and every later day that some policy names or counts back to. */
function daysOf({ today, before, after, software }: PreviewedWorld): Day[] {
  const ends = software.flatMap(({ eolOn, scannerEolOn }) => [eolOn, scannerEolOn]);
  const days = [...before, ...after].flatMap(
    ({ warnOn, denyOn, warnDays, denyDays, deniesFrom }) => [
      warnOn,
      denyOn,
      deniesFrom,
      ...[warnDays, denyDays].flatMap((count) =>
        ends.map((end) => (end === null || count === null ? null : addDays(end, -count))),
      ),
      ...ends,
    ],
  );
  const later = days.filter((day) => day !== null).filter((day) => day > today);
  return [today, ...new Set(later)].sort();
}

function actionOn(
  policies: readonly EolPolicy[],
  software: SoftwareFacts,
  place: Place,
  on: Day,
): PolicyAction {
  return evaluate([software], new PolicySet(policies), place, on).action;
}

function placeOf({ projectName, runs }: Pick<HoldingImage, 'projectName' | 'runs'>): Place {
  return { projectName, teamId: null, imageTagId: null, imageWaivers: [], runs };
}

function previewImage(world: PreviewedWorld, { name, held, ...where }: HoldingImage) {
  const { projectName } = where;
  const place = placeOf(where);
  const firstDay = (policies: readonly EolPolicy[], action: PolicyAction) =>
    daysOf(world).find((on) =>
      held.some((software) => actionOn(policies, software, place, on) === action),
    ) ?? null;
  const today = (policies: readonly EolPolicy[]) =>
    evaluate(held, new PolicySet(policies), place, world.today).action;
  const [deniedOn, warnedOn] = [firstDay(world.after, 'DENY'), firstDay(world.after, 'WARN')];
  const isDeniedFirst = deniedOn !== null && warnedOn !== null && deniedOn <= warnedOn;
  return {
    name,
    projectName,
    before: today(world.before),
    after: today(world.after),
    deniedOn,
    warnedOn: isDeniedFirst ? null : warnedOn,
  };
}

/**
 * Pairs each software with each project that has policies of its own, and with all others together; where a policy asks
 * what runs, with that and the rest of each.
 */
function pairsOf({ before, after, images, software }: PreviewedWorld) {
  const own = [...before, ...after].flatMap(({ scope, projectName }) =>
    scope === 'project' && projectName !== null ? [projectName] : [],
  );
  const projects = [null, ...new Set(own)].sort((left, right) =>
    (left ?? '') < (right ?? '') ? -1 : 1,
  );
  const isAsked = [...before, ...after].some(({ onlyRunning }) => onlyRunning);
  const states = isAsked ? [true, false] : [null];
  const pairs = projects.flatMap((project) => states.map((running) => ({ project, running })));
  return software.flatMap((one) =>
    pairs.flatMap(({ project, running }) => {
      const holding = images.filter(
        ({ held, projectName, runs }) =>
          held.includes(one) &&
          (running === null || runs === running) &&
          (project === null ? !own.includes(projectName) : projectName === project),
      );
      const place = placeOf({ projectName: project ?? '', runs: running ?? false });
      return holding.length === 0 ? [] : [{ software: one, project, running, place, holding }];
    }),
  );
}

function previewSoftware(world: PreviewedWorld) {
  const { today, before, after } = world;
  const rows = pairsOf(world).flatMap(({ software, project, running, place, holding }) => {
    const on = (policies: readonly EolPolicy[], day: Day) =>
      actionOn(policies, software, place, day);
    const days = daysOf(world);
    if (days.every((day) => on(before, day) === 'ALLOW' && on(after, day) === 'ALLOW')) return [];
    const changes = days.flatMap((day, index) => {
      const action = on(after, day);
      return index === 0 || action === on(after, days[index - 1] ?? today)
        ? []
        : [{ on: day, action }];
    });
    const [was, action] = [on(before, today), on(after, today)];
    return [
      {
        ...{ softwareId: software.id, projectName: project, before: was, action, changes },
        running,
        images: holding.length,
      },
    ];
  });
  return POLICY_ACTIONS.toReversed().flatMap((action) =>
    rows.filter((row) => row.action === action),
  );
}

function scannerVerdict({ after }: PreviewedWorld, software: SoftwareFacts, place: Place, on: Day) {
  const policies = new PolicySet(after);
  const verdict = verdictOn(scannerRulesByPlace(software, policies)(place), on);
  return verdict;
}

function cycleDifferences(world: PreviewedWorld) {
  return pairsOf(world).flatMap(({ software, project, running, place, holding }) => {
    const differenceIn = (images: number, scannerOn: (on: Day) => PolicyAction) => {
      for (const on of images === 0 ? [] : daysOf(world)) {
        const [ours, scanner] = [actionOn(world.after, software, place, on), scannerOn(on)];
        if (ours === scanner) continue;
        const { productName, cycle } = software;
        const what = { projectName: project, running, productName, cycles: [cycle] };
        return [{ ...what, on, ours, scanner, images }];
      }
      return [];
    };
    const seenIn = holding.filter(({ seen }) => seen.includes(software)).length;
    const seen = differenceIn(seenIn, (on) => scannerVerdict(world, software, place, on).action);
    const unseen = differenceIn(holding.length - seenIn, () => 'ALLOW');
    return [...seen, ...unseen.map((one) => ({ ...one, reason: 'not_found_by_scanner' }))];
  });
}

const byProduct = (left: SoftwareFacts, right: SoftwareFacts) =>
  left.productName < right.productName ? -1 : Number(left.productName > right.productName);

/** Gives the results of the scanner's own evaluation, written out, for an image: its matches by product and cycle. */
function scannersResults(policies: readonly EolPolicy[], image: HoldingImage, today: Day) {
  const matches = image.seen
    .map(({ productName, cycle, scannerEolOn, scannerEnded, scannerEolIsPlain }) => ({
      productName,
      cycle,
      eol: scannerEolOn ?? (scannerEolIsPlain ? UNKNOWN : ('' as const)),
      eolBool: scannerEnded,
    }))
    .sort((left, right) =>
      left.productName === right.productName
        ? left.cycle < right.cycle
          ? -1
          : 1
        : left.productName < right.productName
          ? -1
          : 1,
    );
  return runStockScanner(
    policies.flatMap((policy) => asToldOn(policy, today) ?? []),
    matches,
    image.projectName,
    new Date(`${today}T12:00:00Z`),
  );
}

const UNKNOWN = dayOf(new Date('0001-01-01T00:00:00Z'));

/** Finds products of which a scanner may show a warning in place of a denial, by project with policies of its own. */
function hiddenDenials(world: PreviewedWorld) {
  const { today, after, before } = world;
  const hasOwn = (name: string) =>
    [...before, ...after].some(
      (policy) => policy.scope === 'project' && policy.projectName === name,
    );
  const isAsked = [...before, ...after].some(({ onlyRunning }) => onlyRunning);
  const found = new Map<string, { cycles: Set<string>; images: Set<HoldingImage> }>();
  for (const image of world.images) {
    const verdictOf = (one: SoftwareFacts) => scannerVerdict(world, one, placeOf(image), today);
    const results = scannersResults(after, image, today);
    for (const denied of image.seen.toSorted(byProduct)) {
      if (
        verdictOf(denied).action !== 'DENY' ||
        actionOn(after, denied, placeOf(image), today) !== 'DENY'
      )
        continue;
      if (results.some((one) => one.productName === denied.productName && one.action === 'DENY'))
        continue;
      const project = hasOwn(image.projectName) ? image.projectName : null;
      const running = isAsked ? image.runs : null;
      const key = JSON.stringify([project, running, denied.productName]);
      const entry = found.get(key) ?? { cycles: new Set(), images: new Set() };
      entry.cycles.add(denied.cycle);
      entry.images.add(image);
      found.set(key, entry);
    }
  }
  return [...found].map(([key, { cycles, images }]) => {
    // Written as these three above.
    const [projectName, running, productName] = JSON.parse(key) as [
      string | null,
      boolean | null,
      string,
    ];
    const shown = { on: today, ours: 'DENY', scanner: 'WARN' } as const;
    const listed = world.software.filter((one) => one.productName === productName);
    const all = new Set(listed.map(({ cycle }) => cycle).filter((cycle) => cycles.has(cycle)));
    return { projectName, running, productName, cycles: [...all], ...shown, images: images.size };
  });
}

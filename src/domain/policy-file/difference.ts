import type { PolicyFields } from '@/domain/policy/policy';

/** A policy as it is kept: its fields, and who it is. */
export type KeptPolicy = PolicyFields & { readonly id: string };

interface InFile {
  readonly after: PolicyFields;
  /** Its place in the file. */
  readonly index: number;
}

/** What becomes of one policy. */
export type PolicyStep<Kept extends KeptPolicy> =
  | (InFile & { readonly kind: 'added' })
  | (InFile & { readonly kind: 'same'; readonly before: Kept })
  /** `isAnew`: it stands after a policy that is new, and is written anew for that, as a moved one is. */
  | (InFile & { readonly kind: 'changed'; readonly before: Kept; readonly isAnew: boolean })
  /** It says what it said, and decides before a policy that is new. */
  | (InFile & { readonly kind: 'moved'; readonly before: Kept })
  | { readonly kind: 'removed'; readonly before: Kept };

/**
 * Finds the fewest steps from the policies that there are to those of a file. Of several on one subject the last one
 * written decides first, so their order is kept; between subjects it says nothing.
 * @param kept oldest first
 * @param wanted in the order of the file, which lists the oldest first as well
 */
export function policySteps<Kept extends KeptPolicy>(
  kept: readonly Kept[],
  wanted: readonly PolicyFields[],
): PolicyStep<Kept>[] {
  const keptBySubject = Map.groupBy(kept, subjectOf);
  const wantedBySubject = Map.groupBy(
    wanted.map((after, index): InFile => ({ after, index })),
    ({ after }) => subjectOf(after),
  );
  const subjects = new Set([...keptBySubject.keys(), ...wantedBySubject.keys()]);
  return [...subjects].flatMap((subject) =>
    stepsOfSubject(keptBySubject.get(subject) ?? [], wantedBySubject.get(subject) ?? []),
  );
}

function stepsOfSubject<Kept extends KeptPolicy>(
  kept: readonly Kept[],
  wanted: readonly InFile[],
): PolicyStep<Kept>[] {
  const partners = partnersOf(kept, wanted);
  const steps: PolicyStep<Kept>[] = [];
  let isAfterNew = false;
  for (const inFile of wanted) {
    const before = partners.get(inFile.index);
    if (!before) {
      steps.push({ kind: 'added', ...inFile });
      isAfterNew = true;
      continue;
    }
    if (textOf(before) !== textOf(inFile.after)) {
      steps.push({ kind: 'changed', ...inFile, before, isAnew: isAfterNew });
    } else steps.push({ kind: isAfterNew ? 'moved' : 'same', ...inFile, before });
  }
  const found = new Set(partners.values());
  return [
    ...steps,
    ...kept.flatMap((before) => (found.has(before) ? [] : [{ kind: 'removed', before } as const])),
  ];
}

/**
 * Pairs policies so that both lists keep their order, as many equal ones as can be and then as many of one subject:
 * the longest common subsequence, weighted.
 * @returns the policies that there are by places in the file
 */
function partnersOf<Kept extends KeptPolicy>(kept: readonly Kept[], wanted: readonly InFile[]) {
  const width = wanted.length + 1;
  const best = new Uint32Array((kept.length + 1) * width);
  const texts = wanted.map(({ after }) => textOf(after));
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  for (const [row, left] of kept.entries()) {
    const own = textOf(left);
    for (const [column, text] of texts.entries()) {
      best[(row + 1) * width + column + 1] = Math.max(
        at(row, column) + (own === text ? 2 : 1),
        at(row, column + 1),
        at(row + 1, column),
      );
    }
  }
  const partners = new Map<number, Kept>();
  let [row, column] = [kept.length, wanted.length];
  while (row > 0 && column > 0) {
    const [left, right] = [kept[row - 1], wanted[column - 1]];
    if (!left || !right) break;
    // Of two that changed places the newer one stays, so that nothing has to be written anew after it.
    if (at(row, column) === at(row, column - 1)) column -= 1;
    else if (at(row, column) === at(row - 1, column)) row -= 1;
    else {
      partners.set(right.index, left);
      row -= 1;
      column -= 1;
    }
  }
  return partners;
}

/** What a policy is about, without the cycles: only policies of one subject can decide before each other. */
function subjectOf({ type, scope, projectName, productName }: PolicyFields): string {
  return JSON.stringify([type, scope, projectName, productName]);
}

/** Gives everything that is written of a policy as one text, to compare. */
function textOf(policy: PolicyFields): string {
  const { type, scope, warnOn, denyOn, warnDays, denyDays, deniesFrom } = policy;
  const { projectName, productName, cycle, cycleOperator, notaryPolicy } = policy;
  const { onlyRunning, denyEstimates, deprecated, stale } = policy;
  return JSON.stringify([
    ...[type, scope, warnOn, denyOn, warnDays, denyDays, deniesFrom],
    ...[
      projectName,
      productName,
      cycle,
      cycleOperator,
      onlyRunning,
      denyEstimates,
      deprecated,
      stale,
      sorted(notaryPolicy),
    ],
  ]);
}

/** Puts the keys of an object in order, at every depth: the database does not keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

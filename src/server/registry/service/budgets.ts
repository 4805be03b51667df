import { z } from 'zod';
import type { PackageEcosystem } from '@/domain/registry/component';
import { findSetting, saveSetting } from '@/server/platform/db/settings';
import type { Deps } from '@/server/platform/deps';
import { type Budget, type BudgetSize, createBudget, keptBudget } from './budget';

type BudgetDeps = Pick<Deps, 'db' | 'clock'>;

/** Under this name the installation remembers what its registries may still be asked. */
const SETTING = 'registry_budgets';
const keptBudgets = z.record(z.string(), keptBudget);

export type Budgets = ReadonlyMap<PackageEcosystem, Budget>;

/** Finds what each registry may still be asked, by all processes together: for who holds the lock of the round. */
export async function findBudgets(
  { db, clock }: BudgetDeps,
  ecosystems: readonly PackageEcosystem[],
  size: BudgetSize,
): Promise<Budgets> {
  const kept = keptBudgets.safeParse(await findSetting(db, SETTING)).data ?? {};
  return new Map(ecosystems.map((name) => [name, createBudget(clock, size, kept[name] ?? null)]));
}

/** Keeps what each registry may still be asked, for the round that comes next. */
export async function keepBudgets({ db, clock }: BudgetDeps, budgets: Budgets): Promise<void> {
  const kept = Object.fromEntries([...budgets].map(([name, budget]) => [name, budget.kept()]));
  await saveSetting(db, SETTING, kept, clock.now());
}

import type { TestDeps } from './deps';

/** Gives dependencies whose first transaction fails: whoever goes through organizations fails at one of them. */
export function failingOnce(deps: TestDeps): TestDeps {
  const { transaction } = deps.db;
  let hasFailed = false;
  const failing: typeof transaction = (work) => {
    if (hasFailed) return transaction(work);
    hasFailed = true;
    return Promise.reject(new Error('This transaction fails'));
  };
  return { ...deps, db: { ...deps.db, transaction: failing } };
}

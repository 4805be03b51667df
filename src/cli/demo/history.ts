import { v7 as uuidv7 } from 'uuid';
import type { Day } from '@/domain/eol/calendar';
import type { Deps } from '@/server/platform/deps';
import { deleteProject } from '@/server/project/service';
import { recordRefusedUpload } from '@/server/refused-upload/service';
import { notes } from '../../../prisma/seed/organization/notes';
import { policies } from '../../../prisma/seed/organization/policies';
import { refusals } from '../../../prisma/seed/organization/refusals';
import type { SeedProject } from '../../../prisma/seed/scenario/scenario';
import { morningOf, type FoundedOrganization } from './found-organization';
import { findProjectId, insertNote, insertPolicy } from './repository';

/** Something that happened on the morning of a day, before its scans. */
export interface HistoryEvent {
  readonly at: Date;
  /** @param deps with a clock that says `at` */
  happen(deps: Deps): Promise<void>;
}

/** All that happened in the organization beside its scans. */
export function historyOf(
  { admin, callers }: FoundedOrganization,
  projects: readonly SeedProject[],
  today: Day,
): HistoryEvent[] {
  const { organizationId } = admin;
  const on = (daysAgo: number, happen: (deps: Deps, at: Date) => Promise<void>): HistoryEvent => {
    const at = morningOf(today, daysAgo);
    return { at, happen: (deps) => happen(deps, at) };
  };
  return [
    ...policies.map((policy) =>
      on(policy.createdDaysAgo, ({ db }, at) =>
        insertPolicy(organizationId, db, policy, { at, today }),
      ),
    ),
    ...notes.map((note) =>
      on(note.writtenDaysAgo, ({ db }, at) => insertNote(organizationId, db, note, at)),
    ),
    ...refusals.map(({ daysAgo, key, remoteAddress, status, detail }) =>
      on(daysAgo, async (deps) => {
        const caller = callers.get(key);
        const refusal = { path: '/v2/scan', requestId: uuidv7(), remoteAddress, status, detail };
        if (caller) await recordRefusedUpload(deps, caller, refusal);
      }),
    ),
    ...projects.flatMap(({ name, deletedDaysAgo }) =>
      deletedDaysAgo === undefined
        ? []
        : on(deletedDaysAgo, async (deps) => {
            const id = await findProjectId(organizationId, deps.db, name);
            if (id !== null) await deleteProject(deps, admin, id);
          }),
    ),
  ];
}

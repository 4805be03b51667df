import type { ListedProject } from '@/domain/companion/portfolio';
import { PAGE_SIZE } from '@/domain/companion/portfolio';
import { DEFAULT_VERSION } from '@/server/dependency-track/dto';
import { RemoteFailure, type Remote } from './remote';

/** Projects of one portfolio that are followed; what is beyond them is told. */
export const MAX_PROJECTS = 10_000;
/** A server that repeats itself is not asked without end. */
const MAX_PAGES = (MAX_PROJECTS / PAGE_SIZE) * 2;

/** A project with the reference that it has here. */
export interface TrackedProject extends ListedProject {
  readonly importedAt: Date;
  readonly tag: string;
}

/** The active projects of a Dependency-Track. */
export interface Portfolio {
  /** Those that have a BOM. */
  readonly projects: readonly TrackedProject[];
  /** Ids of all of them, with a BOM or without. */
  readonly uuids: readonly string[];
  readonly withoutBom: number;
  /** Entries that are not understood. */
  readonly unreadable: number;
  /** Whether all that there are were seen, so that one which is missing is known to be gone. */
  readonly isWhole: boolean;
  readonly isTooLarge: boolean;
  /** Whether the server took too long to list them all. */
  readonly isCut: boolean;
}

/**
 * Lists the active projects, page by page. Changes meanwhile may move some from one page to another: then the numbers
 * do not add up, and it is not whole.
 * @param isOver whether no further page is to be asked for; the first one always is
 * @throws RemoteFailure
 */
export async function listPortfolio(remote: Remote, isOver: () => boolean): Promise<Portfolio> {
  const listed = new Map<string, ListedProject>();
  const totals = new Set<number | null>();
  let [entries, unreadable, isCut] = [0, 0, false];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await remote.page(number);
    totals.add(page.total);
    unreadable += page.unreadable;
    entries += page.length;
    for (const one of page.projects) listed.set(one.uuid, one);
    const isLast = page.total === null ? page.length < PAGE_SIZE : entries >= page.total;
    if (isLast || page.length === 0 || listed.size >= MAX_PROJECTS) break;
    isCut = isOver();
    if (isCut) break;
  }
  const [total = null] = totals;
  const isTooLarge = listed.size > MAX_PROJECTS || (total ?? 0) > MAX_PROJECTS;
  const followed = [...listed.values()].slice(0, MAX_PROJECTS);
  const projects = followed.flatMap(toTracked);
  const addsUp = totals.size === 1 && (total === null || entries === total);
  return {
    projects,
    uuids: followed.map(({ uuid }) => uuid),
    withoutBom: followed.length - projects.length,
    unreadable,
    isWhole: addsUp && unreadable === 0 && !isTooLarge && !isCut,
    ...{ isTooLarge, isCut },
  };
}

function toTracked(project: ListedProject): TrackedProject[] {
  const { importedAt, version } = project;
  return importedAt ? [{ ...project, importedAt, tag: version ?? DEFAULT_VERSION }] : [];
}

/** Counts the active projects, by a page of them: for a test of the connection. @throws RemoteFailure */
export async function countPortfolio(remote: Remote): Promise<number> {
  const { total, length } = await remote.page(1);
  if (total === null && length === PAGE_SIZE) {
    throw new RemoteFailure('server', 'It does not say how many projects it has');
  }
  return total ?? length;
}

import { dayOf } from '@/domain/eol/calendar';
import { projectTitle } from '@/domain/identifiers/project-name';
import { asLine, itemOf, type MessageItem, ofOneProject } from '@/domain/message/content';
import { ownedBy } from '@/domain/message/software-key';
import {
  coverageFell,
  MIN_COVERAGE_PACKAGES,
  shareOf,
  type Coverage,
} from '@/domain/message/thresholds';
import { counted } from '@/domain/message/words';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { measureCoverage, type ProjectCoverage, putCoverage } from '../repository/coverage';
import type { Cause, NoticeDeps, Standing } from './standing';

/** Projects of whose packages the catalog knows a smaller share than it did. */
export const fallenCoverage: Cause = {
  kind: 'coverage.fell',
  find: findFallen,
  say: (news) => ({
    severity: 'warning',
    title: titleOf(news, 'fell'),
    summary:
      'Of packages that the catalog does not know nobody can say when their support ends. A scan may have missed some, or ' +
      'brought new ones.',
    links: PROJECTS,
  }),
  sayOver: (solved) => ({
    // What is too small to be measured now, or is gone, is over as well, and is not known to be better.
    title: titleOf(solved, 'is back, or measured no more'),
    summary: '',
    links: PROJECTS,
  }),
  over: 'The catalog knows as many of its packages as before, or it has too few of them, or is scanned no more',
};
const PROJECTS = [{ label: 'All projects', path: '/projects' }];

function titleOf([first, ...others]: readonly MessageItem[], verb: string): string {
  return first && others.length === 0
    ? `The coverage of ${first.what} ${verb}`
    : `The coverage of ${counted(others.length + 1, 'project')} ${verb}`;
}

async function findFallen(
  _deps: NoticeDeps,
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<Standing[]> {
  const measured = (await measureCoverage(organizationId, tx)).filter(
    ({ packages }) => packages >= MIN_COVERAGE_PACKAGES,
  );
  const grown = measured.filter((one) => !one.before || isMore(one, one.before));
  await putCoverage(organizationId, tx, grown);
  return measured.flatMap((one) =>
    one.before && coverageFell(one, one.before) ? [standingOf(one, one.before)] : [],
  );
}

function isMore(now: Coverage, before: Coverage): boolean {
  return shareOf(now) > shareOf(before);
}

function standingOf(one: ProjectCoverage, before: Coverage): Standing {
  const { projectId, projectName, owner, images, scannedAt } = one;
  return {
    subject: projectId,
    // How far it fell is not said again with every scan.
    state: null,
    item: itemOf({
      key: `coverage:${projectId}`,
      ...ownedBy(owner),
      ...ofOneProject(projectName),
      what: asLine(projectTitle(projectName).title),
      detail: `${wordsOf(one)} are known, where it was ${wordsOf(before)}`,
      where: { images, projects: 1, named: [] },
      since: dayOf(scannedAt),
      path: `/images?project=${projectId}`,
    }),
  };
}

function wordsOf(coverage: Coverage): string {
  return `${String(Math.floor(shareOf(coverage)))} % of ${counted(coverage.packages, 'package')}`;
}

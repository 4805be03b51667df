import { loadAuditParams, toAuditQuery } from '@/features/audit/params';
import { loadCatalogParams, toCatalogConditions } from '@/features/catalog/list/params';
import { loadClusterPageParams, toWorkloadsQuery } from '@/features/cluster/detail/params';
import { loadContractsParams, toContractsQuery } from '@/features/contract/params';
import { loadCoverageParams, toUnknownQuery } from '@/features/coverage/params';
import { loadFindingsParams, toFindingsConditions } from '@/features/finding/params';
import { loadForecastParams, toForecastInput } from '@/features/forecast/params';
import { loadImagePageParams, toPackagesQuery } from '@/features/image/detail/params';
import { loadImagesParams, toImagesQuery } from '@/features/image/params';
import { loadNotesParams, toNotesQuery } from '@/features/note/params';
import { loadPlansParams, toPlansQuery } from '@/features/plan/params';
import { loadProjectsParams, toProjectsQuery } from '@/features/project/params';
import { loadSoftwareParams, toSoftwareQuery } from '@/features/software/params';
import { loadOutlivesParams } from '@/features/support-promise/detail/params';
import { loadTeamsParams, toTeamsQuery } from '@/features/team/params';
import { loadTimelineParams, toTimelineQuery } from '@/features/timeline/params';
import { loadWaiversParams, toWaiversConditions } from '@/features/waiver/params';
import { auditExport } from '@/server/audit/export';
import { catalogExport } from '@/server/catalog/export';
import { workloadsExport } from '@/server/cluster/export';
import { imageComponentsExport } from '@/server/component/export';
import { contractsExport } from '@/server/contract/export';
import { exportRoute, type ExportRoute } from '@/server/export/export-route';
import { findingsExport, imageFindingsExport } from '@/server/finding/export';
import { forecastExport } from '@/server/forecast/export';
import { getForecastInput, toForecastQuery } from '@/server/forecast/get-forecast';
import { imagesExport } from '@/server/image/export';
import { unknownPackagesExport } from '@/server/knowledge/export';
import { notesExport } from '@/server/note/export';
import { plansExport } from '@/server/plan/export';
import { projectsExport } from '@/server/project/export';
import { softwareExport } from '@/server/software/export';
import { outlivesExport } from '@/server/support-promise/export';
import { teamsExport } from '@/server/team/export';
import { timelineExport } from '@/server/timeline/export';
import { waiversExport } from '@/server/waiver/export';

/** Every list that can be exported, each read from its address as its page reads it. */
export const EXPORTS: readonly ExportRoute[] = [
  exportRoute('/images.csv', imagesExport, ({ search, readerId }) => ({
    ...toImagesQuery(loadImagesParams(search)),
    readerId,
  })),
  exportRoute('/images/{id}/software.csv', imageFindingsExport, ({ id, search }) => ({
    imageTagId: id,
    state: loadImagePageParams(search).state,
  })),
  exportRoute('/images/{id}/packages.csv', imageComponentsExport, ({ id, search }) =>
    toPackagesQuery(id, loadImagePageParams(search)),
  ),
  exportRoute('/projects.csv', projectsExport, ({ search, readerId }) => ({
    ...toProjectsQuery(loadProjectsParams(search)),
    readerId,
  })),
  exportRoute('/projects/{id}/outlives.csv', outlivesExport, ({ id, search }) => ({
    projectId: id,
    standing: loadOutlivesParams(search).show,
  })),
  exportRoute('/software.csv', softwareExport, ({ search, readerId }) => ({
    ...toSoftwareQuery(loadSoftwareParams(search)),
    readerId,
  })),
  exportRoute('/findings.csv', findingsExport, ({ search, readerId }) => ({
    ...toFindingsConditions(loadFindingsParams(search)),
    readerId,
  })),
  exportRoute('/clusters/{id}/workloads.csv', workloadsExport, ({ id, search, readerId }) => ({
    ...toWorkloadsQuery(id, loadClusterPageParams(search)),
    readerId,
  })),
  exportRoute('/coverage/unknown-packages.csv', unknownPackagesExport, ({ search }) =>
    toUnknownQuery(loadCoverageParams(search)),
  ),
  exportRoute('/catalog.csv', catalogExport, ({ search }) =>
    toCatalogConditions(loadCatalogParams(search)),
  ),
  exportRoute('/forecast.csv', forecastExport, ({ search, readerId }) =>
    toForecastQuery(getForecastInput.parse(toForecastInput(loadForecastParams(search))), readerId),
  ),
  exportRoute('/notes.csv', notesExport, ({ search }) => toNotesQuery(loadNotesParams(search))),
  exportRoute('/teams.csv', teamsExport, ({ search }) => toTeamsQuery(loadTeamsParams(search))),
  exportRoute('/timeline.csv', timelineExport, ({ search, readerId }) => ({
    ...toTimelineQuery(loadTimelineParams(search)),
    readerId,
  })),
  exportRoute('/waivers.csv', waiversExport, ({ search, readerId }) => ({
    ...toWaiversConditions(loadWaiversParams(search)),
    readerId,
  })),
  exportRoute('/contracts.csv', contractsExport, ({ search }) =>
    toContractsQuery(loadContractsParams(search)),
  ),
  exportRoute('/plans.csv', plansExport, ({ search, readerId }) => ({
    ...toPlansQuery(loadPlansParams(search)),
    readerId,
  })),
  exportRoute('/audit-log.csv', auditExport, ({ search }) => toAuditQuery(loadAuditParams(search))),
];

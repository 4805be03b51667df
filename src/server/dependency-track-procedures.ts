import { changeSetting } from './dependency-track/change-setting';
import { checkBomToken, checkEventToken } from './dependency-track/check-token';
import { deleteVersion } from './dependency-track/delete-project';
import { getMetrics, refreshMetrics } from './dependency-track/get-metrics';
import {
  getProject as getTrackedProject,
  lookUpNamedProject,
} from './dependency-track/get-project';
import { getSetting } from './dependency-track/get-setting';
import { getTeam } from './dependency-track/get-team';
import { getVersion } from './dependency-track/get-version';
import { listFindings } from './dependency-track/list-findings';
import { listProjects as listTrackedProjects } from './dependency-track/list-projects';
import { listViolations } from './dependency-track/list-violations';
import { listVulnerabilities } from './dependency-track/list-vulnerabilities';
import { patchProject } from './dependency-track/patch-project';
import { requestAnalysis } from './dependency-track/request-analysis';
import { postBom, putBom } from './dependency-track/upload-bom';
import { postVex, putVex } from './dependency-track/upload-vex';

/** Procedures of Dependency-Track's API: for its clients, and for nothing of ours. */
export const tracked = {
  putBom,
  postBom,
  eventToken: checkEventToken,
  bomToken: checkBomToken,
  version: getVersion,
  projects: listTrackedProjects,
  project: getTrackedProject,
  lookUp: lookUpNamedProject,
  patch: patchProject,
  delete: deleteVersion,
  team: getTeam,
  findings: listFindings,
  analyze: requestAnalysis,
  violations: listViolations,
  metrics: getMetrics,
  refreshMetrics,
  putVex,
  postVex,
  vulnerabilities: listVulnerabilities,
};

/** Procedures of ours that switch the others on and off. */
export const trackedSetting = { setting: getSetting, changeSetting };

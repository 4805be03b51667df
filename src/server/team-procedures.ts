import { createTeam } from './team/create-team';
import { deleteTeam } from './team/delete-team';
import { getProjectOwner } from './team/get-project-owner';
import { getTeam } from './team/get-team';
import { listOwnerRules } from './team/list-owner-rules';
import { listTeamNames } from './team/list-team-names';
import { listTeams } from './team/list-teams';
import { patchTeam } from './team/patch-team';
import { previewOwnerRules } from './team/preview-owner-rules';
import { removeTeamMember } from './team/remove-team-member';
import { saveOwnerRules } from './team/save-owner-rules';
import { setProjectOwner } from './team/set-project-owner';
import { setProjectOwners } from './team/set-project-owners';
import { uploadCodeowners } from './team/upload-codeowners';
import { upsertTeamMember } from './team/upsert-team-member';

/** Procedures on teams and on who owns what; REST serves all but those of the dashboard's menus. */
export const teams = {
  list: listTeams,
  names: listTeamNames,
  get: getTeam,
  create: createTeam,
  patch: patchTeam,
  delete: deleteTeam,
  addMember: upsertTeamMember,
  removeMember: removeTeamMember,
  rules: listOwnerRules,
  saveRules: saveOwnerRules,
  previewRules: previewOwnerRules,
  ownerOf: getProjectOwner,
  setOwner: setProjectOwner,
  setOwners: setProjectOwners,
  uploadCodeowners,
};

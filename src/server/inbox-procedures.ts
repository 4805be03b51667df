import { changeMailSetting } from './inbox/change-mail-setting';
import { changeTeamMail } from './inbox/change-team-mail';
import { confirmStop } from './inbox/confirm-stop';
import { getMailSetting } from './inbox/get-mail-setting';
import { getTeamMail } from './inbox/get-team-mail';
import { listEntries } from './inbox/list-entries';
import { previewMail } from './inbox/preview-mail';
import { previewStop } from './inbox/preview-stop';
import { summarizeInbox } from './inbox/summarize-inbox';
import { testMail } from './inbox/test-mail';
import { updateEntries } from './inbox/update-entries';

/** What people read of messages, and what they get by mail: for the pages alone, as keys have neither. */
export const inbox = {
  list: listEntries,
  summary: summarizeInbox,
  markRead: updateEntries,
  mail: getMailSetting,
  changeMail: changeMailSetting,
  testMail,
  previewMail,
  previewStop,
  confirmStop,
  teamMail: getTeamMail,
  changeTeamMail,
};

import { cancelEmailChange } from './cancel-email-change';
import { changePassword } from './change-password';
import { checkPassword } from './check-password';
import { confirmEmail, previewEmail } from './confirm-email';
import { getAccount } from './get-account';
import { listTrail } from './list-trail';
import { listNotices, putNoticeAway } from './notices';
import { renameAccount } from './rename-account';
import { requestEmailChange } from './request-email-change';
import { requestEmailProof } from './request-email-proof';
import { requestReset } from './request-reset';
import { previewReset, resetPassword } from './reset-password';

/** A person's own account, of which REST knows nothing. */
export const accountDashboard = {
  get: getAccount,
  rename: renameAccount,
  checkPassword,
  changePassword,
  requestEmailChange,
  cancelEmailChange,
  requestEmailProof,
  previewEmail,
  confirmEmail,
  requestReset,
  previewReset,
  resetPassword,
  trail: listTrail,
  notices: listNotices,
  putNoticeAway,
};

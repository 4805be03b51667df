import { createTrustedRepository } from './build-token/create-trusted-repository';
import { deleteTrustedRepository } from './build-token/delete-trusted-repository';
import { listKnownRepositories } from './build-token/list-known-repositories';
import { listRefusedBuilds } from './build-token/list-refused-builds';
import { listTrustedRepositories } from './build-token/list-trusted-repositories';
import { patchTrustedRepository } from './build-token/patch-trusted-repository';
import { removeKnownRepository } from './build-token/remove-known-repository';

/** The procedures on builds' tokens that REST serves. */
export const buildToken = {
  list: listTrustedRepositories,
  create: createTrustedRepository,
  patch: patchTrustedRepository,
  delete: deleteTrustedRepository,
};

/** Those that only their page needs. */
export const buildTokenPage = {
  refused: listRefusedBuilds,
  known: listKnownRepositories,
  forget: removeKnownRepository,
};

import { checkPack } from './pack/check-pack';
import { approvePack, confirmPack } from './pack/confirm-pack';
import { createPack } from './pack/create-pack';
import { getPack } from './pack/get-pack';
import { listPacks } from './pack/list-packs';

/** The procedures on evidence packs that REST serves. */
export const pack = { list: listPacks, create: createPack, get: getPack, check: checkPack };

/** With those that take a person. */
export const packOfPage = { ...pack, confirm: confirmPack, approve: approvePack };

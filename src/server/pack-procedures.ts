import { changeSchedule } from './pack/change-schedule';
import { checkPack } from './pack/check-pack';
import { approvePack, confirmPack } from './pack/confirm-pack';
import { createPack } from './pack/create-pack';
import { createSchedule } from './pack/create-schedule';
import { deleteSchedule } from './pack/delete-schedule';
import { getPack } from './pack/get-pack';
import { listPacks } from './pack/list-packs';
import { listSchedules } from './pack/list-schedules';

/** The procedures on evidence packs that REST serves. */
export const pack = {
  ...{ list: listPacks, create: createPack, get: getPack, check: checkPack },
  ...{ schedules: listSchedules, schedule: createSchedule },
  ...{ changeSchedule, deleteSchedule },
};

/** With those that take a person. */
export const packOfPage = { ...pack, confirm: confirmPack, approve: approvePack };

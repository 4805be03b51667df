import { deletePromise } from './support-promise/delete-promise';
import { getOutlives } from './support-promise/get-outlives';
import { listPromises } from './support-promise/list-promises';
import { setPromise } from './support-promise/set-promise';

/** The procedures on promised support, and on what ends before it. */
export const supportPromise = {
  list: listPromises,
  set: setPromise,
  delete: deletePromise,
  outlives: getOutlives,
};

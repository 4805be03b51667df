import { changeView } from './saved-view/change-view';
import { deleteView } from './saved-view/delete-view';
import { listViews } from './saved-view/list-views';
import { saveView } from './saved-view/save-view';

/** Procedures on saved views, which only the pages need. */
export const savedView = {
  list: listViews,
  save: saveView,
  change: changeView,
  delete: deleteView,
};

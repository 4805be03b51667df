import { bringBackImage } from './retirement/bring-back-image';
import { bringBackImages } from './retirement/bring-back-images';
import { changeProjectRule } from './retirement/change-project-rule';
import { changeRules } from './retirement/change-rules';
import { getProjectRule } from './retirement/get-project-rule';
import { getRules } from './retirement/get-rules';
import { listCounts } from './retirement/list-counts';
import { listRetirements } from './retirement/list-retirements';
import { previewRules } from './retirement/preview-rules';
import { retireImage } from './retirement/retire-image';
import { retireImages } from './retirement/retire-images';

/** The procedures on retired images that REST serves. */
export const retirement = {
  ofImage: listRetirements,
  retire: retireImage,
  bringBack: bringBackImage,
  rules: getRules,
  changeRules,
  projectRule: getProjectRule,
  changeProjectRule,
};

/** The same with what only the pages need. */
export const retirementOfPage = {
  ...retirement,
  counts: listCounts,
  preview: previewRules,
  retireMany: retireImages,
  bringBackMany: bringBackImages,
};

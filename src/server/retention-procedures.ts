import { changeRules } from './retention/change-rules';
import { getRules } from './retention/get-rules';
import { previewRules } from './retention/preview-rules';

/** The procedures on how long what is past is kept. */
export const retention = { rules: getRules, changeRules, preview: previewRules };

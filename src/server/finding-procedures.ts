import { explainFinding } from './explanation/explain-finding';
import { explainPackage } from './explanation/explain-package';
import { listFindings } from './finding/list-findings';

/** Findings of all images: REST serves them, and the dashboard shows them. */
export const finding = {
  list: listFindings,
  explain: explainFinding,
  explainPackage,
};

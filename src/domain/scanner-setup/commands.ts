import { dockerRecipe } from './docker-recipe';
import { githubActionsRecipe } from './github-actions-recipe';
import { gitlabCiRecipe } from './gitlab-ci-recipe';
import { type PortMapping, portMapping } from './port-mapping';
import type { ScannerRecipe, ScannerSetupInput } from './scanner-setup-input';
import { shellRecipe } from './shell-recipe';

export interface ScannerSetup {
  /** To do first, on the service's side; null when nothing is. */
  readonly portMapping: PortMapping | null;
  readonly recipes: readonly ScannerRecipe[];
}

/**
 * Everything a stock scanner needs to report to this service: complete commands, ready to be copied.
 * Throws TypeError when `publicUrl` is no URL, RangeError when a value holds control characters.
 */
export function scannerSetup(input: ScannerSetupInput): ScannerSetup {
  return {
    portMapping: portMapping(input),
    recipes: [
      shellRecipe(input),
      dockerRecipe(input),
      githubActionsRecipe(input),
      gitlabCiRecipe(input),
    ],
  };
}

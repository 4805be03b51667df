import { checkComponent } from './check-component';
import { checkComponents } from './check-components';
import { explainComponents } from './explain-components';

/** What REST serves. */
export const checkRest = { component: checkComponent, components: checkComponents };

/** What only the dashboard needs. */
export const checkDashboard = { explain: explainComponents };

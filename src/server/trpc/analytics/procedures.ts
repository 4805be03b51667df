import { getEolOverview } from './get-eol-overview';
import { getTrend } from './get-trend';
import { listEolCounts } from './list-eol-counts';

/** What REST serves. */
export const analyticsRest = { eolCounts: listEolCounts, eolOverview: getEolOverview };

/** What only the dashboard needs. */
export const analyticsDashboard = { trend: getTrend };

import { listTimeline } from './list-timeline';

/** What only the dashboard needs. */
export const timelineDashboard = { list: listTimeline };

import { getSoftwareStates } from './get-software-states';
import { listSoftwareToMove } from './list-software-to-move';

/** What only the dashboard's start page needs. */
export const overviewDashboard = { states: getSoftwareStates, toMove: listSoftwareToMove };

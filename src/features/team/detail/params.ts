/** The first projects that nobody owns: their number is what is shown. */
export const UNOWNED = { owner: 'none', page: 1, size: 1 } as const;

/** Projects that a team's page names; the list of projects has the others. */
export const PROJECTS_SHOWN = 25;

/** The projects of a team: those with most that has ended first. */
export function ofTeam(id: string) {
  return { owner: id, sort: 'ended', direction: 'desc', page: 1, size: PROJECTS_SHOWN } as const;
}

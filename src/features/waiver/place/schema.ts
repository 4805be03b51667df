import { z } from 'zod';
import { WAIVER_SCOPES } from '@/domain/waiver/waiver';

/** Fields of a form that say where waivers shall hold. */
export const placeShape = {
  scope: z.enum(WAIVER_SCOPES),
  team: z.string(),
  project: z.string(),
  image: z.string(),
};

export type EnteredPlace = z.output<z.ZodObject<typeof placeShape>>;

/** What is left empty, and may not be. */
export function addPlaceIssues({ value, issues }: z.core.ParsePayload<EnteredPlace>): void {
  const add = (field: 'team' | 'project' | 'image', message: string) => {
    if (value[field].trim() !== '') return;
    issues.push({ code: 'custom', path: [field], message, input: value });
  };
  if (value.scope === 'team') add('team', 'Choose the team');
  if (value.scope === 'project') add('project', 'Name the project');
  if (value.scope === 'image') add('image', 'Name the image');
}

/** Gives what was entered without blanks around it; null for nothing. */
export function given(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Makes the place of a body of waivers; what the scope does not need is not sent. */
export function placeBodyOf({ scope, team, project, image }: EnteredPlace) {
  const hasProject = scope === 'project' || scope === 'image';
  return {
    scope,
    team_id: scope === 'team' ? given(team) : null,
    project_name: hasProject ? given(project) : null,
    image_name: scope === 'image' ? given(image) : null,
  };
}

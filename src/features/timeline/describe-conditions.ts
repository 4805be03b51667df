import type { TimelineParams } from './search-params';

/** What the filters ask for, each in words. `project` is its name, where that is known. */
export function describeConditions(
  { project, type, label, labelIs, labelValue }: TimelineParams,
  projectName?: string,
): string[] {
  const labelWords = labelIs === 'in' ? 'is any of' : 'is none of';
  return [
    ...(project === null
      ? []
      : [projectName === undefined ? 'this project' : `project ${projectName}`]),
    ...(label === null ? [] : [`${label} ${labelWords} ${labelValue}`]),
    ...(type === null ? [] : [`the type ${type}`]),
  ];
}

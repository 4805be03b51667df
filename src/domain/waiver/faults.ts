import { readImageReference } from '@/domain/identifiers/image-reference';
import { MAX_WAIVER_LINK_LENGTH, type WaiverPlace } from './waiver';

/** What is wrong with a waiver's place, by field. */
export interface PlaceFault {
  readonly field: 'projectName' | 'teamId' | 'imageName' | 'imageTag';
  readonly message: string;
}

/** Finds what a scope needs and does not have, or has and cannot mean: a waiver holds where it says, and nowhere else. */
export function placeFaults({
  scope,
  projectName,
  teamId,
  imageName,
  imageTag,
}: WaiverPlace): PlaceFault[] {
  const faults: PlaceFault[] = [];
  const add = (field: PlaceFault['field'], message: string) => void faults.push({ field, message });
  if ((scope === 'organization' || scope === 'team') && projectName !== null) {
    add('projectName', NOT_EVERYWHERE);
  }
  if (scope === 'team') {
    if (teamId === null) add('teamId', 'is needed for the scope team');
  } else if (teamId !== null) add('teamId', 'is for the scope team alone');
  if (scope === 'project' && !projectName) add('projectName', 'is needed for the scope project');
  if (scope === 'image') {
    if (!imageName) add('imageName', 'is needed for the scope image');
    else if (namesTag(imageName)) add('imageName', 'must not name a tag or digest: image_tag does');
  } else {
    if (imageName !== null) add('imageName', 'is for the scope image alone');
    if (imageTag !== null) add('imageTag', 'is for the scope image alone');
  }
  return faults;
}

const NOT_EVERYWHERE =
  'is for the scopes project and image: the others hold in more than one project';

/** A name as images are listed under it has no tag; one with it would cover nothing. */
function namesTag(imageName: string): boolean {
  return (readImageReference(imageName)?.explicitTag ?? null) !== null;
}

/** Whether a text is an address that a waiver may point to: of a web page, encrypted, and without credentials. */
export function isWaiverLink(text: string): boolean {
  if (text.length > MAX_WAIVER_LINK_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hostname !== '';
}

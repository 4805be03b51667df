import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch } from '@/domain/list';
import type { NamedWaiverPlace, WaiverPlace } from './waiver';

/** Where and for what a waiver holds. */
export interface WaiverSubject extends WaiverPlace {
  readonly productName: string;
  readonly cycle: string;
}

interface SearchedWaiver extends WaiverSubject, Pick<NamedWaiverPlace, 'teamName'> {
  readonly reason: string;
  readonly control: string | null;
  readonly ownerName: string;
  readonly askedByName: string;
}

/** Where and for what a waiver holds, as one key. */
export function subjectKeyOf(subject: WaiverSubject): string {
  const { scope, projectName, teamId, imageName, imageTag, productName, cycle } = subject;
  if (scope === 'team') return identityOf(scope, teamId ?? '', productName, cycle);
  // As JSON, in which a name that is not there is no name.
  const place = [projectName, imageName, imageTag].map((part) => JSON.stringify(part));
  return identityOf(scope, ...place, productName, cycle);
}

/** The text in which a search looks for a waiver. */
export function searchTextOf(waiver: SearchedWaiver): string {
  const { productName, cycle, projectName, imageName, imageTag, reason, control } = waiver;
  const image = imageName === null ? null : [imageName, imageTag].filter(Boolean).join(':');
  const { teamName, ownerName, askedByName } = waiver;
  const place = [projectName, teamName, image];
  return [`${productName} ${cycle}`, ...place, reason, control, ownerName, askedByName]
    .filter((text) => text !== null)
    .map(foldForSearch)
    .join('\n');
}

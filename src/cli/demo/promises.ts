import { addMonths, dayOf } from '@/domain/eol/calendar';
import { listScannerProjects } from '@/server/project/service';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { setPromise } from '@/server/support-promise/service/promises';

/** What is sold, by the order of the projects with the most images: until so many months from now. */
const PRODUCTS = [
  { productName: 'Acme Cloud 5', months: 60, note: 'Five years from the day it went on sale.' },
  { productName: 'Acme Appliance 2', months: 36, note: 'Told in the data sheet.' },
  { productName: null, months: 9, note: null },
];

/** Has the demo's admin promise support of the projects that hold the most images. */
export async function promiseSupport(deps: Deps, admin: Actor): Promise<void> {
  const today = dayOf(deps.clock.now());
  const projects = await listScannerProjects(deps, admin.organizationId);
  const largest = projects.toSorted((one, other) => other.images - one.images);
  for (const [place, { productName, months, note }] of PRODUCTS.entries()) {
    const project = largest[place];
    if (!project) return;
    const promisedUntil = addMonths(today, months);
    await setPromise(deps, admin, project.id, { promisedUntil, productName, note });
  }
}

import { NoSuchPage } from './no-such-page';

/** Says that a page cannot be looked at as of a day, and leads to what it is now. */
export function NoSuchDay({ now }: { readonly now: string }) {
  return (
    <NoSuchPage title="That day cannot be looked at" href={now} linkText="As it is today">
      It is still to come, or nothing is kept of it any more.
    </NoSuchPage>
  );
}

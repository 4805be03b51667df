/** What a link to the form that asks for a waiver fills in. */
export interface AskedPlace {
  readonly project: string;
  /** Null: nobody knows which image it is. */
  readonly image: { readonly name: string; readonly tag: string } | null;
  /** Left out where it is not of one alone. */
  readonly software?: { readonly product: string; readonly cycle: string };
}

/** Writes the path of the form that asks for a waiver, with what is known filled in. */
export function askPath({ project, image, software }: AskedPlace): string {
  const known = new URLSearchParams({
    project,
    ...(image && { image: image.name, tag: image.tag }),
    ...software,
  });
  return `/waivers/new?${known.toString()}`;
}

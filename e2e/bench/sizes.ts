import { parseArgs } from 'node:util';

/** How much is generated and how often each piece of work is done. */
export interface Sizes {
  readonly images: number;
  readonly findingsPerImage: number;
  readonly software: number;
  readonly components: number;
  readonly packagesPerImage: number;
  readonly projects: number;
  /** New scans, and as many scans again of the same images. */
  readonly scans: number;
  /** Repetitions of each list. */
  readonly listTurns: number;
}

const FULL: Sizes = {
  images: 10_000,
  findingsPerImage: 40,
  software: 1_500,
  components: 20_000,
  packagesPerImage: 150,
  projects: 500,
  scans: 200,
  listTurns: 40,
};
const QUICK: Sizes = { ...FULL, images: 1_000, projects: 100, scans: 60, listTurns: 15 };

const count = { type: 'string' } as const;

/**
 * Reads the command line: `--quick`, `--only <benchmark>,<benchmark>` and a flag for each size, such as
 * `--images 500`. Throws when it says anything else.
 */
export function readArguments(args: readonly string[]): { sizes: Sizes; only: string[] | null } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      images: count,
      'findings-per-image': count,
      software: count,
      components: count,
      'packages-per-image': count,
      projects: count,
      scans: count,
      'list-turns': count,
    },
  });
  const base = values.quick ? QUICK : FULL;
  const sizes: Sizes = {
    images: countOr(values.images, base.images),
    findingsPerImage: countOr(values['findings-per-image'], base.findingsPerImage),
    software: countOr(values.software, base.software),
    components: countOr(values.components, base.components),
    packagesPerImage: countOr(values['packages-per-image'], base.packagesPerImage),
    projects: countOr(values.projects, base.projects),
    scans: countOr(values.scans, base.scans),
    listTurns: countOr(values['list-turns'], base.listTurns),
  };
  return { sizes, only: values.only?.split(',') ?? null };
}

function countOr(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is no count`);
  return value;
}

/** The sizes in words. */
export function described(sizes: Sizes): string {
  const { images, findingsPerImage, software, components, packagesPerImage, projects } = sizes;
  const count = (value: number) => value.toLocaleString('en');
  return `${count(images)} images in ${count(projects)} projects, ${count(images * findingsPerImage)} findings of ${count(software)} software, inventories of ${count(packagesPerImage)} from ${count(components)} components`;
}

import type { Line } from './runner';

const HEADS = ['', 'measured', 'ratio', 'aim', ''] as const;

/** Lays out the lines of each benchmark under its name, in columns. */
export function tableOf(sections: readonly { name: string; lines: readonly Line[] }[]): string {
  const rows = sections.flatMap(({ lines }) => lines.map(cellsOf));
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const layOut = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const body = sections.flatMap(({ name, lines }) => [
    '',
    name,
    ...lines.map((line) => layOut(cellsOf(line))),
  ]);
  return [layOut(HEADS), ...body].join('\n');
}

function cellsOf({ what, measured, ratio, aim }: Line): string[] {
  return [
    `  ${what}`,
    measured,
    ratio ?? '',
    aim?.text ?? '',
    aim ? (aim.isMet ? 'met' : 'MISSED') : '',
  ];
}

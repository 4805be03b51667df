/** Reads CSV as RFC 4180 has it, without its byte order mark: a list of records. Throws where it is none. */
export function parseCsv(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '');
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = /"((?:[^"]|"")*)"|[^",\r\n]*/y;
    field.lastIndex = at;
    const [all = '', quoted] = field.exec(text) ?? [];
    record.push(quoted === undefined ? all : quoted.replaceAll('""', '"'));
    at += all.length;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      records.push(record);
      record = [];
      at += 2;
    } else throw new Error(`Not CSV at character ${String(at)}`);
  }
  return records;
}

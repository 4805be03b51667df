/** Has the browser save a file that the page made, under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this; a minute is long enough for any disk.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Gives the person a text as a file, as a link that downloads would. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click; the address is needed until it was read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

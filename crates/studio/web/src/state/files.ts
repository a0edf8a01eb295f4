// Files of the visitor's own disk.

/** Hands a file to the browser's downloads. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lets the visitor pick a file, whatever its name: levels come under many endings. */
export function pickFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

/** The most bytes of a level file. */
const MOST_BYTES = 1 << 20;

export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than 1 MiB, so it was not opened.`);
  return new TextDecoder().decode(await file.arrayBuffer());
}

/** A certificate begins with its format's name, or is gzipped. */
export async function isCertificate(file: File): Promise<boolean> {
  if (/\.cert(\.gz)?$/.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  return (head[0] === 0x1f && head[1] === 0x8b) || new TextDecoder().decode(head).startsWith("playproof");
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

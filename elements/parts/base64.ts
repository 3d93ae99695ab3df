/** A file in base64, as calls carry files; in parts, since a call of a function has only so many arguments. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** The text that a file in base64 holds. */
export const textIn = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))

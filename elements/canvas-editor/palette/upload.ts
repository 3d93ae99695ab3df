import type { ResourceType } from '../../../core/contract/resource.ts'

/** What the server takes of one picture. */
export const MOST_BYTES = 1024 * 1024
const MOST_NAME = 32

/** In base64, as calls carry files; in parts, since a call of a function has only so many arguments. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

export const textOf = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))

/** What a file would be in the gallery, by its name alone: the server judges by its bytes. Null for what it takes nowhere. */
export function typeOf(name: string): Extract<ResourceType, 'picture' | 'symbol'> | null {
  if (/\.svg$/i.test(name)) return 'symbol'
  return /\.(png|jpe?g|gif|webp)$/i.test(name) ? 'picture' : null
}

/** The file's name without its ending, as long as a name may be. */
export const nameOf = (name: string): string =>
  name
    .replace(/\.[^.]+$/, '')
    .trim()
    .slice(0, MOST_NAME) || name.slice(0, MOST_NAME)

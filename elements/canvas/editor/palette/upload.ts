import type { ResourceType } from '../../../../core/contract/resource.ts'

/** What the server takes of one picture. */
export const MOST_BYTES = 1024 * 1024
const MOST_NAME = 32

/** What a file would be in the gallery, by its name alone: the server decides by its bytes. Null for what it does not accept. */
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

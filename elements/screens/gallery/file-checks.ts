import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Format } from '../../../core/text/format.ts'
import type { Words } from './text-words.ts'

/** Groups are made in the editor, out of controls. */
export type UploadType = Exclude<ResourceType, 'group'>
export const isUpload = (type: ResourceType): type is UploadType => type !== 'group'

/** For the window that chooses files. */
export const ACCEPTED: Record<UploadType, string> = {
  picture: '.png,.jpg,.jpeg,.gif,.webp,image/png,image/jpeg,image/gif,image/webp',
  symbol: '.svg,image/svg+xml',
  model: '.gltf,.glb,.bin,.jpg,.jpeg,.png',
}

const extensionOf = (name: string) => /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? ''
const EXTENSIONS: Record<UploadType, readonly string[]> = {
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
  symbol: ['svg'],
  model: ['gltf', 'glb', 'bin', 'jpg', 'jpeg', 'png'],
}
export const isScene = (name: string) => ['gltf', 'glb'].includes(extensionOf(name))

export interface Sized {
  name: string
  size: number
}

const KB = 1024
/** As people read it: "1.4 MB". */
export function sizeText(bytes: number, format: Pick<Format, 'number'>): string {
  const step = bytes < KB ? 0 : bytes < KB * KB ? 1 : 2
  return `${format.number(Math.round((bytes / KB ** step) * 10) / 10)} ${['B', 'KB', 'MB'][step]}`
}

/** What a resource is called at first: its file's name as far as a name goes. */
export const nameFrom = (file: string): string =>
  [...file.replace(/\.[^.]*$/, '').trim()].slice(0, LIMITS.pictureName).join('').trim()

/** What is wrong with a picture or symbol before it is sent; null for nothing. The server looks at what is in it. */
export function wrongFile(type: 'picture' | 'symbol', { name, size }: Sized, t: Words, format: Format): string | null {
  if (!EXTENSIONS[type].includes(extensionOf(name))) return type === 'picture' ? t.notPicture : t.notSymbol
  if (size === 0) return t.emptyFile
  return size > LIMITS.imageBytes ? t.tooLarge({ size: sizeText(size, format) }) : null
}

/** What is wrong with the files of one model, of each in their order, and with all of them. */
export function wrongModel(files: readonly Sized[], t: Words, format: Format) {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const known = new Set<string>()
  let scenes = 0
  const each = files.map(({ name, size }): string | null => {
    const isKnown = known.has(name.toLowerCase())
    known.add(name.toLowerCase())
    if (!EXTENSIONS.model.includes(extensionOf(name))) return t.notPart
    if (isKnown) return t.twice
    if (isScene(name) && ++scenes > 1) return t.secondScene
    return size === 0 ? t.emptyFile : null
  })
  const all =
    scenes === 0 ? t.noScene : total > LIMITS.importBytes ? t.modelTooLarge({ size: sizeText(total, format) }) : null
  return { each, all }
}

import type { Connection } from '../../../core/connection/connection.ts'
import { isOfLibrary, symbolOf } from './symbol/symbol-of.ts'

/** A file of the gallery; `content` is base64. */
export interface GalleryFile {
  readonly name: string
  readonly mime: string
  readonly content: string
}

/** What a screen's pictures, symbols and models are read from. */
export interface Gallery {
  /** For painters: null until it has come. */
  picture(address: string): CanvasImageSource | 'missing' | null
  /** All files of a resource; null where there is none. */
  files(resource_id: number): Promise<readonly GalleryFile[] | null>
  dispose(): void
}

/** The picture of another screen, as it was drawn last. */
const SCREEN = /^screen\/(\d{1,15})$/
const ADDRESS = /^gallery\/(\d{1,15})$/
/** Requested again after this long where it could not be read. */
const RETRY_MS = 30_000

export const resourceOf = (address: string): number | null => {
  const id = ADDRESS.exec(address)?.[1]
  return id === undefined ? null : Number(id)
}

/** `gallery/12` through the API, each once. `came` is called when a picture has loaded or is missing, so that what shows it is painted again. */
export function galleryOf({ api }: Connection, came: (address: string) => void): Gallery {
  const pictures = new Map<string, CanvasImageSource | 'missing' | null>()
  const requests = new Map<number, Promise<readonly GalleryFile[] | null>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isDisposed = false

  const files = (resource_id: number) => {
    const known = requests.get(resource_id)
    if (known) return known
    const request = api.resource.content({ resource_id }).then(
      (found) => found.files,
      () => null,
    )
    requests.set(resource_id, request)
    return request
  }

  async function addressed(address: string, resource_id: number | null): Promise<CanvasImageSource | null> {
    const screen_id = SCREEN.exec(address)?.[1]
    if (screen_id !== undefined) {
      const { picture: drawn } = await api.screen.thumbnail({ screen_id: Number(screen_id) })
      return drawn === null ? null : decode(drawn)
    }
    const file = resource_id === null ? undefined : (await files(resource_id))?.[0]
    return file ? decode(`data:${file.mime};base64,${file.content}`) : null
  }

  async function load(address: string): Promise<void> {
    const resource_id = resourceOf(address)
    const picture = await addressed(address, resource_id).catch(() => null)
    if (isDisposed) return
    pictures.set(address, picture ?? 'missing')
    came(address)
    if (picture || resource_id === null) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      requests.delete(resource_id)
      pictures.delete(address)
      came(address)
    }, RETRY_MS)
    timers.add(timer)
  }

  return {
    files,
    picture(address) {
      if (isOfLibrary(address)) return symbolOf(address, () => came(address)) === null ? null : 'missing'
      const known = pictures.get(address)
      if (known !== undefined) return known
      pictures.set(address, null)
      void load(address)
      return null
    },
    dispose() {
      isDisposed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** As an image, never as markup: what a picture holds cannot run. */
async function decode(address: string): Promise<CanvasImageSource> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

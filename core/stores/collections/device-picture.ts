import type { Client } from '../../connection/client.ts'
import { collection } from '../collection.ts'

/** Of a page's connection so many stay in memory: a board scrolls to and fro among them. */
const KEPT = 50
const known = new WeakMap<Client, Map<string, string>>()

/** The scene picture of a device, as an address to show. One tag is one picture for ever: it is asked for once. */
export const devicePicture = collection({
  async load(api, { sn_code, picture_tag }: { sn_code: string; picture_tag: string }, options) {
    const kept = known.get(api) ?? new Map<string, string>()
    known.set(api, kept)
    const found = kept.get(picture_tag)
    if (found !== undefined) return found
    const { mime, content, tag } = await api.devicePicture.read({ sn_code }, options)
    const url = `data:${mime};base64,${content}`
    kept.set(tag, url)
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
    return url
  },
})

import * as z from 'zod/mini'
import { marked, Text, WebAddress } from '../../../kinds/property-schema.ts'
import { STREAM_KINDS } from './addresses.ts'

/** Where a stream comes from, as videos and cameras have it: a video of the template by its name, else an address. */
export const STREAM_SOURCE = {
  video: marked(Text, { group: 'value' }),
  url: marked(WebAddress, { group: 'value' }),
  kind: marked(z.enum(STREAM_KINDS), { group: 'value' }),
}
export const STREAM_SOURCE_DEFAULTS = { video: '', url: '', kind: 'auto' as const }

export const PictureFit = marked(z.enum(['contain', 'cover', 'stretch']), { group: 'look' })

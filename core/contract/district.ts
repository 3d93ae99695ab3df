import * as z from 'zod/mini'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { endpoint } from './endpoint.ts'
import { RegionCode } from './region.ts'

export const District = z.object({
  region_code: z.string(),
  name: z.string(),
  name_en: z.string(),
  /** There are divisions of it. */
  is_divided: z.boolean(),
})
export type District = z.infer<typeof District>

export const district = {
  list: endpoint({
    method: 'GET',
    path: '/districtInfo',
    needs: DEVICE_READERS,
    summary: 'The provinces of China, or what one of them, or a city, is divided into. They come with the server.',
    input: z.object({ parent_code: z.optional(RegionCode) }),
    output: z.array(District),
  }),
}

import * as z from 'zod/mini'
import { DEVICE_READERS } from '../catalogue/readers.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { UploadedFile } from './file.ts'
import { SnCode } from './telemetry.ts'

const bySn = z.object({ sn_code: SnCode })

/** The scene picture of a device, with its bytes in base64. */
export const DevicePicture = z.object({
  mime: z.string(),
  width: z.int(),
  height: z.int(),
  content: z.string(),
  /** Changes with the content. */
  tag: z.string(),
})
export type DevicePicture = z.infer<typeof DevicePicture>

export const devicePicture = {
  read: endpoint({
    method: 'GET',
    path: '/dev/picture',
    needs: DEVICE_READERS,
    summary: 'The scene picture of a device. Refused with 100002 where it has none.',
    input: bySn,
    output: DevicePicture,
    refusals: ['100002', '110509'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/dev/picture/batch',
    needs: ['P30200'],
    summary: 'Gives a device a scene picture in place of the one it has: PNG, JPEG or WebP of 1 MB at most.',
    input: z.extend(bySn, { file: UploadedFile }),
    output: z.object({ picture_tag: z.string() }),
    refusals: ['100019', '110509', '110539', '114006', '201801'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/dev/picture',
    needs: ['P30200'],
    summary: 'Takes the scene picture away from a device.',
    input: bySn,
    output: Nothing,
    refusals: ['110509', '110539'],
  }),
}

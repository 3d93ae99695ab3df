import * as z from 'zod/mini'
import { DeviceSn, FontSize, IsOn, marked, ScreenId, Text, TextColour } from '../../../kinds/property-schema.ts'

export const props = z.object({
  label: Text,
  screen_id: ScreenId,
  /** '' keeps the device that this screen is opened for. */
  sn_code: marked(DeviceSn, { group: 'behaviour' }),
  opens: marked(z.enum(['here', 'pop_up']), { group: 'behaviour' }),
  hasThumbnail: IsOn,
  fontSize: FontSize,
  color: TextColour,
})
export type ScreenLinkProps = z.infer<typeof props>

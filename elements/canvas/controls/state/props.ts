import * as z from 'zod/mini'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import {
  Colour,
  CornerRadius,
  FontSize,
  IsBold,
  IsItalic,
  IsUnderline,
  marked,
  Picture,
  StrokeWidth,
  Text,
  TextAlign,
  TextColour,
} from '../../../kinds/property-schema.ts'

/** 0 none, 1 background, 2 text. */
const FlickerType = marked(z.union([z.literal(0), z.literal(1), z.literal(2)]), {
  group: 'behaviour',
  choiceNames: ['steady', 'background', 'words'],
})

export const StateLook = z.object({
  text: Text,
  imgUrl: Picture,
  backgroundColor: Colour,
  stroke: Colour,
  textAlign: TextAlign,
  fontColor: TextColour,
  font: z.object({ size: FontSize, isBold: IsBold, isItalic: IsItalic }),
  isUnderline: IsUnderline,
  flickerType: FlickerType,
  /** Seconds a flash takes; what would be too fast for eyes is drawn slower. */
  flickerFrequency: marked(z.number().check(z.minimum(LIMITS.flickerMinS), z.maximum(LIMITS.flickerMaxS)), {
    group: 'behaviour',
    unit: 's',
    step: 0.1,
  }),
})
export type StateLook = z.infer<typeof StateLook>

export const Props = z.object({
  /** The state shown, from 0; null where it is not known. */
  currStateIndex: marked(z.nullable(z.int().check(z.minimum(0), z.maximum(LIMITS.controlStates - 1))), {
    group: 'value',
  }),
  states: marked(z.array(StateLook).check(z.minLength(LIMITS.controlStatesMin), z.maxLength(LIMITS.controlStates)), {
    type: 'states',
    group: 'look',
  }),
  /** The states' pictures are drawn instead of their backgrounds. */
  useImgRes: marked(z.boolean(), { group: 'look' }),
  /** Background and outline are drawn. */
  shapeShow: marked(z.boolean(), { group: 'look' }),
  strokeWidth: StrokeWidth,
  radius: CornerRadius,
})
export type StateProps = z.infer<typeof Props>

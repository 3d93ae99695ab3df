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
import { defineControl } from '../define-control.ts'
import { flickerFrames } from '../painting/flicker.ts'
import { paint, stateAt } from './paint.ts'

/** 0 none, 1 background, 2 text. */
const FlickerType = marked(z.union([z.literal(0), z.literal(1), z.literal(2)]), {
  group: 'behaviour',
  choiceNames: ['steady', 'background', 'words'],
})

const StateLook = z.object({
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

const Props = z.object({
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

const LOOK: StateLook = {
  text: '',
  imgUrl: '',
  backgroundColor: 'var(--sg-surface-1)',
  stroke: 'var(--sg-line-strong)',
  textAlign: 'center',
  fontColor: 'var(--sg-text-2)',
  font: { size: 15, isBold: false, isItalic: false },
  isUnderline: false,
  flickerType: 0,
  flickerFrequency: LIMITS.flickerDefaultS,
}

/** Looks by number: a binding chooses which of 2 to 255 is shown. */
export default defineControl<StateProps>({
  kind: 'state',
  version: 1,
  category: 'instrument',
  props: Props,
  defaults: {
    currStateIndex: 0,
    states: [
      { ...LOOK, text: 'OFF' },
      {
        ...LOOK,
        text: 'ON',
        backgroundColor: 'var(--sg-surface-3)',
        stroke: 'var(--sg-text-2)',
        fontColor: 'var(--sg-text-1)',
        font: { ...LOOK.font, isBold: true },
      },
    ],
    useImgRes: false,
    shapeShow: true,
    strokeWidth: 1,
    radius: 4,
  },
  size: { width: 96, height: 36 },
  bindable: ['currStateIndex', 'useImgRes', 'shapeShow'],
  paint,
  motion: (props) => {
    const shown = stateAt(props)
    return shown && shown.flickerType !== 0 ? flickerFrames(shown.flickerFrequency) : 0
  },
  role: 'img',
  speak: (props) => {
    const shown = stateAt(props)
    return shown ? shown.text || String(props.currStateIndex) : null
  },
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})

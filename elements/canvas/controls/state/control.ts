import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { defineControl } from '../define-control.ts'
import { flickerFrames } from '../painting/flicker.ts'
import { paint, stateAt } from './paint.ts'
import { Props, type StateLook, type StateProps } from './props.ts'

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

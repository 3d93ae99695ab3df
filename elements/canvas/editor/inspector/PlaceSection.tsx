import { drawnProps } from '../../../../core/canvas/drawn-props.ts'
import type { SettableField } from '../../../../core/canvas/editor-api.ts'
import { FARTHEST_PX } from '../../../../core/contract/documents/screen.ts'
import { useText } from '../../../define/index.ts'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { useEditor } from '../editor-context.ts'
import { BindMark } from './BindMark.tsx'
import { NumberInput } from './NumberInput.tsx'
import { PropertyRow, Section } from './PropertyRow.tsx'
import { text } from './text.ts'

type Measured = Extract<SettableField, 'x' | 'y' | 'width' | 'height' | 'angle' | 'opacity'>

const BOUNDS: Record<Measured, { min: number; max: number; step: number; unit?: string }> = {
  x: { min: -FARTHEST_PX, max: FARTHEST_PX, step: 1 },
  y: { min: -FARTHEST_PX, max: FARTHEST_PX, step: 1 },
  width: { min: 0, max: FARTHEST_PX, step: 1 },
  height: { min: 0, max: FARTHEST_PX, step: 1 },
  angle: { min: -360, max: 360, step: 1, unit: '°' },
  opacity: { min: 0, max: 100, step: 5, unit: '%' },
}

/** Where it is, how large, how it is turned; each can be bound. */
export function PlaceSection() {
  const t = useText(text)
  const { editor, isReadOnly, kinds } = useEditor()
  const controls = editor.state().selection.flatMap((id) => editor.control(id) ?? [])
  const isLocked = controls.every(({ locked }) => locked)
  const isPlainGroup = controls.some((one) => one.kind === 'group' && drawnProps(one, kinds).symbol === undefined)
  const measure = (field: Measured) => {
    const shared = editor.readField(field)
    const part = field === 'opacity' ? 100 : 1
    return (
      <div key={field} className="place-one">
        <span aria-hidden>{t[field]}</span>
        <NumberInput
          label={t[field]}
          isSmall
          {...BOUNDS[field]}
          isMixed={shared.isMixed}
          value={shared.isMixed ? null : shared.value * part}
          isDisabled={isReadOnly || (isLocked && field !== 'opacity')}
          onChange={(value) => value !== null && editor.commands.set(field, value / part)}
        />
        {!isPlainGroup && <BindMark path={field} name={t[field]} />}
      </div>
    )
  }
  const toggle = (field: 'flip_x' | 'flip_y' | 'locked', label: string) => {
    const shared = editor.readField(field)
    return (
      <Checkbox
        {...(field === 'locked' && { label })}
        isSelected={!shared.isMixed && shared.value}
        isIndeterminate={shared.isMixed}
        isDisabled={isReadOnly || (isLocked && field.startsWith('flip'))}
        onChange={(isOn) => {
          if (field === 'locked') editor.commands.lock(isOn)
          else editor.commands.set(field, isOn)
        }}
      >
        {field === 'locked' ? null : label}
      </Checkbox>
    )
  }
  return (
    <Section title={t.place}>
      <div className="place-grid">{(['x', 'y', 'width', 'height', 'angle', 'opacity'] as const).map(measure)}</div>
      <PropertyRow label={t.flip}>
        <div className="place-toggles">
          {toggle('flip_x', t.flipX)}
          {toggle('flip_y', t.flipY)}
        </div>
      </PropertyRow>
      <PropertyRow label={t.visible} bindable="visible">
        <Shown />
      </PropertyRow>
      <PropertyRow label={t.locked}>{toggle('locked', t.locked)}</PropertyRow>
      <PropertyRow label={t.flicker} bindable="flicker">
        <p className="prop-help">{t.flickerWhy}</p>
      </PropertyRow>
    </Section>
  )
}

/** What the document hides, nothing shows: a binding decides only of what is not hidden. */
function Shown() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const hidden = editor.readField('hidden')
  return (
    <Checkbox
      label={t.visible}
      isSelected={!hidden.isMixed && !hidden.value}
      isIndeterminate={hidden.isMixed}
      isDisabled={isReadOnly}
      onChange={(isShown) => void editor.commands.hide(!isShown)}
    />
  )
}

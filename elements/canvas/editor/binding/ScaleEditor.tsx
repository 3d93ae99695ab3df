import type { Binding } from '../../../../core/contract/documents/screen.ts'
import { useText } from '../../../define/index.ts'
import { NumberInput } from '../inspector/NumberInput.tsx'
import { text } from './text.ts'

interface ScaleEditorProps {
  binding: Binding
  isDisabled: boolean
  onChange: (binding: Binding) => void
}

/** A line from the value to the property, held at its ends. */
export function ScaleEditor({ binding, isDisabled, onChange }: ScaleEditorProps) {
  const t = useText(text)
  const { from, to } = binding.scale ?? { from: [0, 100], to: [0, 100] }
  const scale = { from, to } as NonNullable<Binding['scale']>
  const isWrong = !(scale.from[0] < scale.from[1])
  const end = (of: 'from' | 'to', at: 0 | 1) => (
    <NumberInput
      label={`${of === 'from' ? t.valueFrom : t.becomes} ${at === 0 ? t.lower : t.upper}`}
      isSmall
      value={scale[of][at]}
      isDisabled={isDisabled}
      onChange={(value) => {
        if (value === null) return
        const pair: [number, number] = at === 0 ? [value, scale[of][1]] : [scale[of][0], value]
        onChange({ ...binding, scale: { ...scale, [of]: pair } })
      }}
    />
  )
  return (
    <div className="scale">
      <span>{t.valueFrom}</span>
      <div className="range-pair">
        {end('from', 0)}
        <span aria-hidden>–</span>
        {end('from', 1)}
      </div>
      <span>{t.becomes}</span>
      <div className="range-pair">
        {end('to', 0)}
        <span aria-hidden>–</span>
        {end('to', 1)}
      </div>
      {isWrong && (
        <p className="field-error" role="alert">
          {t.boundsOrder}
        </p>
      )}
    </div>
  )
}

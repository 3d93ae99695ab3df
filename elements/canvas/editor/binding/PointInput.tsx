import { useId } from 'react'
import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { FieldFrame } from '../../../kit/Field.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'
import { useNamed } from './use-points.ts'

interface PointInputProps {
  label: string
  isLabelHidden?: boolean
  /** As properties and actions name points; '' for none. */
  value: string
  isMixed?: boolean
  mixedText?: string
  isDisabled?: boolean
  forWriting?: boolean
  error?: string | undefined
  onChange: (value: string) => void
}

/** One point, chosen by its name or key. */
export function PointInput(props: PointInputProps) {
  const { label, isLabelHidden = true, value, isMixed = false, isDisabled = false, forWriting = false, error } = props
  const t = useText(text)
  const id = useId()
  const { lang } = useElement()
  const { ref, point, device, isUnknown } = useNamed(value)
  const name = isMixed
    ? (props.mixedText ?? t.mixed)
    : value === ''
      ? t.choosePoint
      : point
        ? [device, pointName(point, lang)].filter(Boolean).join(' · ')
        : value
  return (
    <div className="field" data-invalid={error || isUnknown ? true : undefined}>
      <FieldFrame
        label={label}
        isLabelHidden={isLabelHidden}
        error={error ?? (isUnknown ? `${t.unknownPoint}: ${value}` : undefined)}
        describedBy={`${id}-help`}
      >
        <div className="point-field">
          <Popover
            label={`${t.choosePoint}: ${label}`}
            trigger={
              <Button isDisabled={isDisabled}>
                <span className="point-shown" data-none={value === '' || undefined}>
                  <span>{name}</span>
                  {point && <small>{point.key}</small>}
                  <span className="sg-hidden-visually">{label}</span>
                </span>
              </Button>
            }
          >
            {(close) => (
              <PointList
                chosen={ref ? writePoint(ref) : ''}
                forWriting={forWriting}
                isAutoFocus
                onChoose={(chosen) => {
                  props.onChange(writePoint(chosen))
                  close()
                }}
              />
            )}
          </Popover>
          {value !== '' && !isDisabled && (
            <IconButton icon="close" label={`${t.takeOff}: ${label}`} onPress={() => props.onChange('')} />
          )}
        </div>
      </FieldFrame>
    </div>
  )
}

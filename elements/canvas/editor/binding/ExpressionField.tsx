import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { ExpressionInput } from '../../../parts/expression/ExpressionInput.tsx'
import { FunctionList } from './FunctionList.tsx'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'
import { useNamedPoints } from './use-named-points.ts'

interface ExpressionFieldProps {
  label: string
  isLabelHidden?: boolean
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  placeholder?: string
  lines?: number
  /** What is wrong with it elsewhere. */
  error?: string | undefined
  onChange: (value: string) => void
}

/** An expression over the points of the screen's device and of others, with all functions at hand. */
export function ExpressionField({ isMixed, placeholder, ...props }: ExpressionFieldProps) {
  const t = useText(text)
  const points = useNamedPoints()
  const shown = isMixed ? t.mixed : placeholder
  return (
    <ExpressionInput
      {...props}
      points={points}
      {...(isMixed && { help: t.mixedWhy })}
      {...(shown !== undefined && { placeholder: shown })}
      tools={(insert) => (
        <>
          <Popover label={t.insertPoint} trigger={<Button look="plain">{t.insertPoint}</Button>}>
            {(close) => (
              <PointList
                isAutoFocus
                onChoose={(point) => {
                  close()
                  insert(writePoint(point))
                }}
              />
            )}
          </Popover>
          <Popover label={t.functions} trigger={<Button look="plain">{t.functions}</Button>} placement="bottom end">
            {(close) => (
              <FunctionList
                onChoose={({ name, signature }) => {
                  close()
                  insert(`${name}()`, name.length + (signature.endsWith('()') ? 2 : 1))
                }}
              />
            )}
          </Popover>
        </>
      )}
    />
  )
}

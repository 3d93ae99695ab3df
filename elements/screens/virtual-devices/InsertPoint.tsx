import { useState } from 'react'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { pointName } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'
import { SourcePoints } from './SourcePoints.tsx'
import { formulaOf } from './virtual-draft.ts'

/** Writes a point of a device into the formula: nobody knows SNs by heart. */
export function InsertPoint({ onInsert }: { onInsert: (source: string) => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const [sn, setSn] = useState('')
  return (
    <Popover
      label={t.insert}
      trigger={
        <Button look="plain" icon="device">
          {t.insert}
        </Button>
      }
    >
      {(close) => (
        <SourcePoints sn={sn} onChoose={setSn}>
          {(points, source) => (
            <ul className="source-points-list">
              {points.map((point) => (
                <li key={point.key}>
                  <button
                    type="button"
                    className="source-point-one"
                    onClick={() => {
                      onInsert(formulaOf(source, point))
                      close()
                    }}
                  >
                    <span>{pointName(point, lang)}</span>
                    <code className="formula-key">{point.key}</code>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </SourcePoints>
      )}
    </Popover>
  )
}

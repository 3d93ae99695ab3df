import { useState } from 'react'
import type { Point } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { pointName } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'
import { SourcePoints } from './SourcePoints.tsx'
import { type FormulaRow, formulaOf, type Source } from './virtual-draft.ts'

interface TakePointsProps {
  isOpen: boolean
  /** What is there already. */
  rows: readonly FormulaRow[]
  /** How many more there may be. */
  room: number
  onTake: (source: Source, points: readonly Point[]) => void
  onClose: () => void
}

interface Chosen {
  source: Source
  points: readonly Point[]
}

/** Chooses a device, then which of its points the virtual device has too. */
export function TakePoints({ isOpen, rows, room, onTake, onClose }: TakePointsProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { lang } = useElement()
  const [sn, setSn] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const count = chosen?.points.length ?? 0
  const there = new Set(rows.map(({ formula }) => formula.trim()))
  const choose = (next: string) => {
    setSn(next)
    setChosen(null)
  }

  return (
    <Dialog
      title={t.takeTitle}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isDisabled={count === 0 || count > room}
            onPress={() => chosen && onTake(chosen.source, chosen.points)}
          >
            {count === 0 ? t.takeNone : t.takeThem({ count })}
          </Button>
        </>
      }
    >
      <div className="take-points">
        {sn === '' && <p className="virtual-quiet">{t.takeWhy}</p>}
        <SourcePoints sn={sn} onChoose={choose}>
          {(points, source) => {
            const free = points.filter((point) => !there.has(formulaOf(source, point)))
            const isTaken = ({ key }: Point) => chosen?.points.some((one) => one.key === key) ?? false
            const taken = free.filter(isTaken)
            const put = (next: (before: readonly Point[]) => readonly Point[]) =>
              setChosen((before) => ({ source, points: next(before?.points ?? []) }))
            // In the order of the device, whichever was ticked first.
            const inOrder = (some: readonly Point[]) => source.points.filter((one) => some.includes(one))
            return (
              <>
                {free.length > 1 && (
                  <Checkbox
                    isSelected={taken.length === free.length}
                    isIndeterminate={taken.length > 0 && taken.length < free.length}
                    onChange={(is) =>
                      put((before) => {
                        const others = before.filter((one) => !free.includes(one))
                        return is ? inOrder([...others, ...free]) : others
                      })
                    }
                  >
                    {t.allShown}
                  </Checkbox>
                )}
                <ul className="source-points-list">
                  {points.map((point) => {
                    const isThere = !free.includes(point)
                    return (
                      <li key={point.key} className="take-point">
                        <Checkbox
                          isSelected={isThere || isTaken(point)}
                          isDisabled={isThere}
                          onChange={(is) =>
                            put((before) => (is ? inOrder([...before, point]) : before.filter((one) => one !== point)))
                          }
                        >
                          {pointName(point, lang)}
                        </Checkbox>
                        <span className="virtual-quiet">{isThere ? t.taken : point.unit}</span>
                        <code className="formula-key">{point.key}</code>
                      </li>
                    )
                  })}
                </ul>
                {count > room && <p className="virtual-wrong">{t.pointsFull({ most: rows.length + room })}</p>}
              </>
            )
          }}
        </SourcePoints>
      </div>
    </Dialog>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import type { Point } from '../../../core/contract/device.ts'
import { MOST_VIRTUAL_POINTS, type VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { renamePoints } from '../../../core/rules/expression/points.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { usePointAlarms } from '../../parts/alarm-marks/use-point-alarms.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { pointName } from '../../parts/point-text.ts'
import { useOnScreen } from '../../parts/use-on-screen.ts'
import { text } from './editor-text.ts'
import { FormulaItem } from './FormulaItem.tsx'
import { TakePoints } from './TakePoints.tsx'
import { useSourcePoints } from './use-source-points.ts'
import { useSteady } from './use-steady.ts'
import { useTried } from './use-tried.ts'
import {
  calculatedRow,
  checkFormulas,
  type FormulaRow,
  type Source,
  shifted,
  takenOver,
  type WrongFormulaRow,
} from './virtual-draft.ts'

/** After the last key that was pressed. */
const STEADY_MS = 400

interface FormulaListProps {
  /** Null for a virtual device that is not there yet. */
  sn: string | null
  rows: readonly FormulaRow[]
  setRows: (next: (before: readonly FormulaRow[]) => readonly FormulaRow[]) => void
  setRow: (id: number, part: Partial<FormulaRow>) => void
  wrongRows: ReadonlyMap<number, WrongFormulaRow>
  missing: string | undefined
  /** Points as they are kept, whose history goes. */
  lost: readonly VirtualPoint[]
  /** The row whose fields are shown. */
  openId: number | null
  onOpen: (id: number | null) => void
  done: (words: string, undo?: () => void) => void
}

/** The points with what each comes to now; one at a time is open to be changed. */
export function FormulaList(props: FormulaListProps) {
  const { rows, setRows, setRow, wrongRows, missing, lost, openId, onOpen, done } = props
  const t = useText(text)
  const { lang, root } = useElement()
  const [area, isOnScreen] = useOnScreen()
  const steady = useSteady(rows, STEADY_MS)
  const triedOf = useTried(steady, isOnScreen)
  const sources = useSourcePoints(steady)
  const alarms = usePointAlarms(props.sn)
  const taking = useDialog<null>()
  const steadyWrong = useMemo(() => checkFormulas(steady, '', lang), [steady, lang])
  const offered = useMemo(
    () => [
      ...steady.map(({ key, name, name_en, unit }) => ({ sn_code: '', key: key.trim(), name, name_en, unit })),
      ...sources.flatMap(({ sn_code, points }) => points.map((point) => ({ ...point, sn_code }))),
    ],
    [steady, sources],
  )
  const isFull = rows.length >= MOST_VIRTUAL_POINTS

  /** What is to have the focus once the rows stand as they should. */
  const next = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the rows have changed
  useEffect(() => {
    if (next.current) root.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  }, [rows, root])

  function calculate() {
    const fresh = calculatedRow(rows)
    setRows((before) => [...before, fresh])
    onOpen(fresh.id)
    next.current = `[data-formula="${fresh.id}"] [name=point_name]`
  }
  function take(source: Source, points: readonly Point[]) {
    taking.close()
    const before = rows
    setRows((now) => takenOver(now, source, points).slice(0, MOST_VIRTUAL_POINTS))
    done(t.took({ name: source.dev_alias, count: points.length }), () => setRows(() => before))
  }
  function remove(row: FormulaRow) {
    const at = rows.indexOf(row)
    setRows((before) => before.filter(({ id }) => id !== row.id))
    if (openId === row.id) onOpen(null)
    done(t.removed({ name: pointName(row, lang) || row.key || t.unnamed }), () =>
      setRows((before) => [...before.slice(0, at), row, ...before.slice(at)]),
    )
    const neighbour = rows[at + 1] ?? rows[at - 1]
    next.current = neighbour ? `[data-formula="${neighbour.id}"] .formula-name` : '.formula-adding button'
  }
  function move(row: FormulaRow, by: -1 | 1) {
    setRows((before) => shifted(before, row.id, by))
    next.current = `[data-formula="${row.id}"] .formula-moves > :nth-child(${by < 0 ? 1 : 2})`
  }
  /** Formulas that name a point follow it to its new key. */
  function renamed(row: FormulaRow, from: string) {
    const to = row.key.trim()
    const isTaken = rows.some(({ id, key }) => id !== row.id && [from, to].includes(key.trim()))
    if (from === '' || to === '' || from === to || isTaken) return
    setRows((before) =>
      before.map((one) => {
        const formula = renamePoints(one.formula, { sn_code: '', key: from }, { sn_code: '', key: to })
        return formula === one.formula ? one : { ...one, formula }
      }),
    )
  }

  const adding = (
    <span className="formula-adding">
      <Button icon="device" onPress={() => taking.open(null)} isDisabled={isFull}>
        {t.take}
      </Button>
      <Button icon="plus" onPress={calculate} isDisabled={isFull}>
        {t.calculate}
      </Button>
    </span>
  )
  return (
    <section ref={area} className="formulas" aria-label={t.points}>
      <div className="formulas-head">
        <h2 className="formulas-title">{t.points}</h2>
        {rows.length > 0 && <span className="virtual-quiet">{t.pointsNow({ count: rows.length })}</span>}
        {isFull && <span className="virtual-quiet">{t.pointsFull({ most: MOST_VIRTUAL_POINTS })}</span>}
        {rows.length > 0 && adding}
      </div>
      {missing && (
        <p className="virtual-wrong" role="alert">
          {missing}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState icon="table" title={t.noPoints} explanation={t.noPointsWhy} action={adding} />
      ) : (
        <ul className="formula-rows">
          {rows.map((row, at) => (
            <FormulaItem
              key={row.id}
              row={row}
              isFirst={at === 0}
              isLast={at === rows.length - 1}
              isOpen={openId === row.id}
              tried={triedOf(row)}
              alarm={row.kept ? alarms.get(row.kept.key) : undefined}
              wrong={wrongRows.get(row.id)}
              soon={steady[at] === row ? steadyWrong.get(row.id) : undefined}
              isHistoryLost={lost.some(({ key }) => key === row.kept?.key)}
              offered={offered}
              sources={sources}
              onToggle={() => onOpen(openId === row.id ? null : row.id)}
              onChange={(part) => setRow(row.id, part)}
              onRenamed={(from) => renamed(row, from)}
              onMove={(by) => move(row, by)}
              onRemove={() => remove(row)}
            />
          ))}
        </ul>
      )}
      <TakePoints
        key={taking.round}
        isOpen={taking.isOpen}
        rows={rows}
        room={MOST_VIRTUAL_POINTS - rows.length}
        onTake={take}
        onClose={taking.close}
      />
    </section>
  )
}

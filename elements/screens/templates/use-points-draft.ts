import { useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { TemplatePoint } from '../../../core/contract/template.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { noReplyText } from '../../parts/form/no-reply.ts'
import {
  areSame,
  COLUMNS,
  type Column,
  checkRows,
  type PointRow,
  pointOf,
  rowOf,
  type WrongRow,
} from '../../parts/point-table/point-rows.ts'
import { text as tableText } from '../../parts/point-table/text.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import type { PartProps } from './part.ts'

export interface Problem {
  row: number
  column: Column
  why: string
}

/** The points as they are being changed; kept here until they are saved or discarded. */
export function usePointsDraft({ template, onUnsaved, onSaved }: PartProps) {
  const words = useText(tableText)
  const { lang } = useElement()
  const { api } = useConnection()
  const { items } = template
  const rowsOf = (points: readonly TemplatePoint[]): readonly PointRow[] => points.map((point) => rowOf(point, items))
  const [rows, setRows] = useState(() => rowsOf(template.points))
  const [base, setBase] = useState(template.points)
  const isUnsaved = useMemo(() => !areSame(rows, base, items), [rows, base, items])
  // What comes anew from the server does not take away what is being typed.
  if (base !== template.points && !isUnsaved) {
    setBase(template.points)
    setRows(rowsOf(template.points))
  }
  /** Whether what is wrong is shown already. */
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<{ at: PointRow; wrong: WrongRow } | null>(null)
  const [formWrong, setFormWrong] = useState('')
  const [isPending, setPending] = useState(false)

  const wrong = useMemo(() => {
    const found = isChecked ? checkRows(rows, words, items) : new Map<number, WrongRow>()
    // Until that row is changed.
    if (refused && rows.includes(refused.at))
      found.set(refused.at.id, { ...refused.wrong, ...found.get(refused.at.id) })
    return found
  }, [rows, words, items, isChecked, refused])
  const problems = useMemo(
    (): Problem[] =>
      rows.flatMap(({ id }, row) =>
        COLUMNS.flatMap((column) => {
          const why = wrong.get(id)?.[column]
          return why ? [{ row, column, why }] : []
        }),
      ),
    [rows, wrong],
  )

  function showRefusal(error: unknown) {
    if (!isCallFailure(error)) throw error
    if (!(error instanceof ApiError)) return setFormWrong(noReplyText(error, lang))
    const [field] = error.fields
    const [, index, name] = /^points\.(\d+)\.(\w+)/.exec(field?.field ?? '') ?? []
    const row = rows[Number(index)]
    const column = COLUMNS.find((known) => known === name)
    if (row && column && field) return setRefused({ at: row, wrong: { [column]: field.message } })
    setFormWrong(`${field?.message || messageOf(error.code, lang)} (${error.code})`)
  }

  /** What the server has now; null where something is wrong, which is then shown. */
  async function save() {
    setFormWrong('')
    setRefused(null)
    setChecked(true)
    if (checkRows(rows, words, items).size > 0 || isPending) return null
    setPending(true)
    try {
      const { template_id } = template
      const saved = await api.template.edit({ template_id, points: rows.map((row) => pointOf(row, items)) })
      setBase(saved.points)
      setRows(rowsOf(saved.points))
      setChecked(false)
      onSaved(saved)
      return saved
    } catch (error) {
      showRefusal(error)
      return null
    } finally {
      setPending(false)
    }
  }

  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    onUnsaved(isUnsaved, async () => (await latest.current()) !== null)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  function discard() {
    setBase(template.points)
    setRows(rowsOf(template.points))
    setChecked(false)
    setRefused(null)
    setFormWrong('')
  }

  return {
    rows,
    setRows,
    check: () => setChecked(true),
    wrong,
    problems,
    formWrong,
    isUnsaved,
    isPending,
    save,
    discard,
  }
}

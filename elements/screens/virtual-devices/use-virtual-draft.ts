import { useEffect, useMemo, useState } from 'react'
import type { VirtualDeviceDetail, VirtualPoint } from '../../../core/contract/virtual-device.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { useSending } from '../../parts/form/use-sending.ts'
import { COLUMNS, checkRows } from '../../parts/point-table/point-rows.ts'
import { text as tableText } from '../../parts/point-table/text.ts'
import { text } from './editor-text.ts'
import {
  checkFormulas,
  checkName,
  type Draft,
  draftOf,
  type FormulaRow,
  inputOf,
  type WrongFormulaRow,
  withoutHistory,
} from './virtual-draft.ts'

const NO_POINTS: readonly VirtualPoint[] = []
const PLACES = [...COLUMNS, 'formula'] as const

/** A virtual device as it is being written: kept here until it is saved or discarded. */
export function useVirtualDraft(detail: VirtualDeviceDetail | null, onUnsaved: (isUnsaved: boolean) => void) {
  const t = useText(text)
  const words = useText(tableText)
  const { lang } = useElement()
  const { virtualDevice } = useConnection().api
  const [first] = useState(() => draftOf(detail))
  const [draft, setDraft] = useState(first)
  const { rows } = draft
  /** Whether what is wrong is shown already. */
  const [isChecked, setChecked] = useState(false)
  /** The rows as they were sent: what was refused is said of them until they are changed. */
  const [sent, setSent] = useState<readonly FormulaRow[]>([])
  const places = rows.flatMap((_, at) => PLACES.map((column) => `points.${at}.${column}`))
  const sending = useSending<string>(['dev_alias', 'group_id', 'template_id', ...places], {
    112002: 'group_id',
    115005: 'template_id',
  })
  const refused = sending.wrong

  const isUnsaved = useMemo(
    () => draft !== first && JSON.stringify(inputOf(draft)) !== JSON.stringify(inputOf(first)),
    [draft, first],
  )
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])

  const checkAll = (of: readonly FormulaRow[]) => {
    const found = new Map<number, WrongFormulaRow>(checkRows(of, words))
    for (const [id, wrong] of checkFormulas(of, t.formulaMissing, lang)) found.set(id, { ...found.get(id), ...wrong })
    return found
  }
  const wrongRows = isChecked ? checkAll(rows) : new Map<number, WrongFormulaRow>()
  sent.forEach((row, at) => {
    if (!rows.includes(row)) return
    for (const column of PLACES) {
      const said = refused[`points.${at}.${column}`]
      if (said) wrongRows.set(row.id, { [column]: said, ...wrongRows.get(row.id) })
    }
  })
  const missing = isChecked && rows.length === 0 ? t.pointsMissing : undefined

  /** The id of the first row that is wrong; `fields` where one above them is; null where nothing is. */
  function check(): number | 'fields' | null {
    setChecked(true)
    const dev_alias = checkName(draft.dev_alias, t)
    sending.check(dev_alias ? { dev_alias } : {})
    const found = checkAll(rows)
    if (dev_alias || rows.length === 0) return 'fields'
    return rows.find(({ id }) => found.has(id))?.id ?? null
  }

  /** What the server has now; null where it refused, which is then shown. */
  async function send(): Promise<VirtualDeviceDetail | null> {
    setSent(rows)
    const input = inputOf(draft)
    return sending.send(() =>
      detail ? virtualDevice.edit({ ...input, sn_code: detail.sn_code }) : virtualDevice.create(input),
    )
  }

  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }))
    for (const field of Object.keys(part)) sending.mend(field)
  }
  const setRows = (next: (before: readonly FormulaRow[]) => readonly FormulaRow[]) =>
    setDraft((before) => ({ ...before, rows: next(before.rows) }))
  return {
    draft,
    change,
    setRows,
    setRow: (id: number, part: Partial<FormulaRow>) =>
      setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row))),
    wrong: refused,
    found: sending.found,
    wrongRows,
    missing,
    isUnsaved,
    isPending: sending.isPending,
    lost: withoutHistory(detail?.points ?? NO_POINTS, rows),
    check,
    send,
  }
}

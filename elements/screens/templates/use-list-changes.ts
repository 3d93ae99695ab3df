import { useCallback, useState } from 'react'
import type { TemplateDetail } from '../../../core/contract/template.ts'
import { useElement } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import type { PartProps } from './part.ts'
import { useTemplates } from './templates-context.ts'

interface ListChanges<Row> {
  rows: readonly Row[]
  /** Writes all of them. */
  write: (rows: readonly Row[]) => Promise<TemplateDetail>
}

/** A list of a template that is changed a row at a time in a form beside it; each change is kept at once. */
export function useListChanges<Row>({ onUnsaved, onSaved }: PartProps, { rows, write }: ListChanges<Row>) {
  const { lang } = useElement()
  const { done, refused } = useTemplates()
  const { setUnsaved, leave, dialog } = useUnsaved()
  /** The place of the row in the form; `new` for one to be added, null for no form. */
  const [open, setOpen] = useState<number | 'new' | null>(null)
  useFocusBack(open !== null, '.table')
  const changeUnsaved = useCallback(
    (isUnsaved: boolean) => {
      setUnsaved(isUnsaved)
      onUnsaved(isUnsaved)
    },
    [setUnsaved, onUnsaved],
  )

  const close = () => {
    changeUnsaved(false)
    setOpen(null)
  }

  /** A toast shows a refusal, since no form does. */
  async function quietly(next: readonly Row[]): Promise<boolean> {
    try {
      onSaved(await write(next))
      return true
    } catch (error) {
      refused(refusalText(error, lang))
      return false
    }
  }

  return {
    open,
    show: (next: number | 'new' | null) => leave(() => setOpen(next)),
    close,
    dialog,
    onUnsaved: changeUnsaved,
    /** The row in the place of the one in the form, or after the last. */
    async put(row: Row): Promise<TemplateDetail> {
      const next = open === 'new' || open === null ? [...rows, row] : rows.map((one, at) => (at === open ? row : one))
      const saved = await write(next)
      onSaved(saved)
      return saved
    },
    /** Takes a row out, at once; it can be put back. */
    async remove(at: number, said: string) {
      const before = rows
      if (!(await quietly(rows.filter((_, i) => i !== at)))) return
      close()
      done(said, () => void quietly(before))
    },
  }
}

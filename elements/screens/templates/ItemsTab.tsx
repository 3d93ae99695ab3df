import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { noReplyText } from '../../parts/form/no-reply.ts'
import { useFocusWrong } from '../../parts/form/use-focus-wrong.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import { check, type ItemRow, lostOf, rowsOf } from './item-rows.ts'
import { text } from './page-text.ts'
import type { PartProps } from './part.ts'
import { SaveBar } from './SaveBar.tsx'
import { useTemplates } from './templates-context.ts'
import { useItemHolders } from './use-item-holders.ts'

const MOST = LIMITS.permissionItemsPerTemplate
const NOTHING: { at: readonly (string | undefined)[]; form: string } = { at: [], form: '' }

export function ItemsTab({ template, mayEdit, onUnsaved, onSaved }: PartProps) {
  const t = useText(text)
  const { save } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const { done } = useTemplates()
  const { template_id, items } = template
  const [rows, setRows] = useState(() => rowsOf(items))
  const [base, setBase] = useState(items)
  const [wrong, setWrong] = useState(NOTHING)
  const [isPending, setPending] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const spoken = useFocusWrong(form, wrong.at)
  const lost = lostOf(base, rows)
  const holders = useItemHolders(template_id, lost, isAsking)

  const said = (some: readonly { item_name: string }[]) => JSON.stringify(some.map(({ item_name }) => item_name.trim()))
  const isUnsaved = lost.length > 0 || said(rows) !== said(base)
  // What comes anew from the server does not take away what is being typed.
  if (base !== items && !isUnsaved) {
    setBase(items)
    setRows(rowsOf(items))
  }
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  function add() {
    setRows((before) => [...before, { row: Math.max(-1, ...before.map(({ row }) => row)) + 1, item_name: '' }])
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const change = (row: number, next: (one: ItemRow) => ItemRow[]) => {
    setWrong(NOTHING)
    setRows((before) => before.flatMap((one) => (one.row === row ? next(one) : [one])))
  }
  function discard() {
    setWrong(NOTHING)
    setBase(items)
    setRows(rowsOf(items))
  }
  function submit() {
    const found = check(rows, t)
    setWrong({ at: found, form: '' })
    if (found.some(Boolean) || isPending) return
    if (lost.length > 0) setAsking(true)
    else void send()
  }
  async function send() {
    setPending(true)
    const sent = rows.map(({ item_id, item_name }) => ({
      ...(item_id !== undefined && { item_id }),
      item_name: item_name.trim(),
    }))
    try {
      const saved = await api.template.items({ template_id, items: sent })
      setBase(saved)
      setRows(rowsOf(saved))
      onSaved({ ...template, items: saved })
      done(t.itemsSaved)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      if (!(error instanceof ApiError)) return setWrong({ at: [], form: noReplyText(error, lang) })
      const [field] = error.fields
      const at = Number(/^items\.(\d+)\./.exec(field?.field ?? '')?.[1] ?? Number.NaN)
      const why = field?.message || messageOf(error.code, lang)
      setWrong(
        Number.isNaN(at)
          ? { at: [], form: `${why} (${error.code})` }
          : { at: rows.map((_, i) => (i === at ? why : undefined)), form: '' },
      )
    } finally {
      setPending(false)
      setAsking(false)
    }
  }

  if (!mayEdit) return <ItemNames items={items} />
  const addButton = (
    <Button
      look={rows.length === 0 ? 'primary' : 'secondary'}
      icon="plus"
      isDisabled={rows.length >= MOST}
      onPress={add}
    >
      {t.newItem}
    </Button>
  )
  return (
    <div className="template-part">
      {rows.length === 0 && !isUnsaved ? (
        <div className="template-empty">
          <EmptyState icon="user" title={t.noItems} explanation={t.noItemsWhy} action={addButton} />
        </div>
      ) : (
        <div className="items">
          <p className="template-quiet items-why">{t.itemsWhy}</p>
          <form
            ref={form}
            className="items-form"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            {spoken}
            <ol className="items-rows">
              {rows.map(({ row, item_name }, at) => (
                <ItemFields
                  key={row}
                  name={item_name}
                  number={at + 1}
                  error={wrong.at[at]}
                  onChange={(typed) => change(row, (one) => [{ ...one, item_name: typed }])}
                  onRemove={() => change(row, () => [])}
                />
              ))}
            </ol>
            <button type="submit" hidden tabIndex={-1} />
          </form>
          <div className="template-bar">
            {addButton}
            <span className="template-quiet">{`${rows.length} / ${MOST}`}</span>
          </div>
        </div>
      )}
      {isUnsaved && (
        <SaveBar labels={{ save, discard: t.discard }} isPending={isPending} onDiscard={discard} onSave={submit}>
          {wrong.form ? <span className="template-wrong">{wrong.form}</span> : t.unsavedTab}
        </SaveBar>
      )}
      <ConfirmDialog
        title={t.deleteItems({ count: lost.length })}
        explanation={<LostItems items={lost} holders={holders ?? []} />}
        confirmLabel={t.deleteItemsIt({ count: lost.length })}
        isDanger
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={() => void send()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** For who may not change them. */
function ItemNames({ items }: { items: PartProps['template']['items'] }) {
  const t = useText(text)
  if (items.length === 0) return <EmptyState icon="user" title={t.noItems} explanation={t.noItemsWhy} />
  return (
    <ol className="item-names">
      {items.map(({ item_id, item_name }) => (
        <li key={item_id}>{item_name}</li>
      ))}
    </ol>
  )
}

interface ItemFieldsProps {
  name: string
  number: number
  error: string | undefined
  onChange: (name: string) => void
  onRemove: () => void
}

function ItemFields({ name, number, error, onChange, onRemove }: ItemFieldsProps) {
  const t = useText(text)
  const label = t.itemNumber({ count: number })
  return (
    <li>
      <TextField label={label} isLabelHidden value={name} onChange={onChange} error={error} autoComplete="off" />
      <IconButton icon="trash" label={t.removeItem({ name: name || label })} onPress={onRemove} />
    </li>
  )
}

/** What goes with them: who holds one loses it. */
function LostItems({ items, holders }: { items: readonly { item_name: string }[]; holders: readonly string[] }) {
  const t = useText(text)
  const { locale } = useElement()
  const listed = (names: readonly string[]) => new Intl.ListFormat(locale).format(names)
  return (
    <>
      <p>{t.deleteItemsWhy({ names: listed(items.map(({ item_name }) => item_name)) })}</p>
      {holders.length > 0 && <p>{t.deleteItemsHolders({ names: listed(holders) })}</p>}
    </>
  )
}

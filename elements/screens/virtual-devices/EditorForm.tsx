import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { VirtualDeviceDetail } from '../../../core/contract/virtual-device.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { pointName } from '../../parts/point-text.ts'
import { text } from './editor-text.ts'
import { FormulaList } from './FormulaList.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { useVirtualDraft } from './use-virtual-draft.ts'

interface EditorFormProps {
  /** Null for a new one. */
  detail: VirtualDeviceDetail | null
  onUnsaved: (isUnsaved: boolean) => void
  onCancel: () => void
  onSaved: (saved: VirtualDeviceDetail) => void
  done: (words: string, undo?: () => void) => void
}

/** A field that is wrong; in the list of points only that of the open one is there. */
const WRONG = '[aria-invalid=true], [data-invalid] button'

/** What a virtual device is called, where it stands, and its points. What was typed stays when the server refuses. */
export function EditorForm({ detail, onUnsaved, onCancel, onSaved, done }: EditorFormProps) {
  const t = useText(text)
  const { cancel, save: saveWord } = useText(words)
  const { lang, locale } = useElement()
  const draft = useVirtualDraft(detail, onUnsaved)
  const { wrong, found, wrongRows, lost } = draft
  const [openId, setOpenId] = useState<number | null>(null)
  const [isAsked, setAsked] = useState(false)
  /** Grows whenever something wrong is to take the focus. */
  const [attention, setAttention] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const names = new Intl.ListFormat(locale).format(lost.map((point) => pointName(point, lang)))

  useEffect(() => {
    if (attention > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [attention])
  const showRefused = useEffectEvent(() => {
    if (Object.keys(found).length === 0) return
    const [first] = wrongRows.keys()
    if (first !== undefined) setOpenId(first)
    setAttention((before) => before + 1)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else was refused
  useEffect(() => showRefused(), [found])

  async function send() {
    const saved = await draft.send()
    setAsked(false)
    if (saved) onSaved(saved)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (draft.isPending) return
    const first = draft.check()
    if (first !== null) {
      if (first !== 'fields') setOpenId(first)
      setAttention((before) => before + 1)
    } else if (lost.length > 0) setAsked(true)
    else void send()
  }

  return (
    <form
      ref={form}
      className="virtual-form"
      aria-label={detail ? t.editTitle({ name: detail.dev_alias }) : t.newTitle}
      onSubmit={submit}
      noValidate
    >
      <div className="virtual-form-body">
        <div className="virtual-fields">
          <TextField
            label={t.name}
            name="dev_alias"
            help={t.nameHelp({ most: LIMITS.deviceListField })}
            value={draft.draft.dev_alias}
            onChange={(dev_alias) => draft.change({ dev_alias })}
            error={wrong.dev_alias}
            autoComplete="off"
            isRequired
            isAutoFocus={detail === null}
          />
          <PlaceFields detail={detail} draft={draft.draft} wrong={wrong} onChange={draft.change} />
        </div>
        <FormulaList
          sn={detail?.sn_code ?? null}
          rows={draft.draft.rows}
          setRows={draft.setRows}
          setRow={draft.setRow}
          wrongRows={wrongRows}
          missing={draft.missing}
          lost={lost}
          openId={openId}
          onOpen={setOpenId}
          done={done}
        />
      </div>
      <footer className="virtual-foot">
        <span className="virtual-foot-words" role="status">
          {wrong.form ? (
            <span className="virtual-wrong">{wrong.form}</span>
          ) : wrongRows.size > 0 ? (
            <span className="virtual-wrong">{t.wrongRows({ count: wrongRows.size })}</span>
          ) : (
            draft.isUnsaved && <span>{t.unsaved}</span>
          )}
          {lost.length > 0 && <span className="virtual-warned"> {t.lost({ names })}</span>}
        </span>
        <Button onPress={onCancel}>{cancel}</Button>
        <Button look="primary" type="submit" isPending={draft.isPending && !isAsked}>
          {detail ? saveWord : t.make}
        </Button>
      </footer>
      <ConfirmDialog
        title={t.lostTitle({ count: lost.length })}
        explanation={t.lostWhy({ names })}
        confirmLabel={t.lostIt({ count: lost.length })}
        isDanger
        isOpen={isAsked}
        isPending={draft.isPending}
        onConfirm={() => void send()}
        onClose={() => setAsked(false)}
      />
    </form>
  )
}

import { useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { DEVICES_A_MOVE } from '../../../core/contract/device-group.ts'
import { deviceTags } from '../../../core/stores/collections/devices.ts'
import { useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { tagsHelp, tagsIn, text as tagText, wrongTags } from '../../parts/device-edit/tag-text.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import sheet from '../../parts/group-tree/group-dialog.css?sheet'
import { useCollection } from '../../parts/use-collection.ts'
import { inChunks } from './in-chunks.ts'
import { doneWords, text } from './tag-devices-text.ts'

interface TagDevicesProps {
  /** Kept while the dialog closes. */
  devices: readonly FoundDevice[]
  isOpen: boolean
  onClose: () => void
  /** Tags of some are others now. */
  onChanged: () => void
}

interface TagDraft {
  add: string
  remove: readonly string[]
}

/** So many tags in use are offered; the others are typed. */
const OFFERED = 12

/** Which tags some devices are given, and which of theirs are taken away. */
export function TagDevices({ devices, isOpen, onClose, onChanged }: TagDevicesProps) {
  useSheet(sheet)
  const t = { ...useText(tagText), ...useText(text) }
  const { lang } = useElement()
  const { api, toasts } = useConnection()
  const known = useCollection(deviceTags).data ?? []
  const [left, setLeft] = useState<readonly string[]>([])
  const theirs = [...new Map(devices.flatMap(({ tags }) => tags).map((tag) => [tag.toLowerCase(), tag])).values()]
  const form = useDraft((): TagDraft => ({ add: '', remove: [] }), {
    validate: ({ add }) => wrongTags('add', add, t),
    async send({ add, remove }) {
      const sn_codes = devices.map(({ sn_code }) => sn_code)
      const outcomes = await inChunks(sn_codes, DEVICES_A_MOVE, (sn_codes) =>
        api.deviceTag.change({ sn_codes, add: tagsIn(add), remove: [...remove] }),
      )
      onChanged()
      const refused = outcomes.filter(({ code }) => code !== null)
      const count = outcomes.length - refused.length
      if (count > 0) toasts.show('success', doneWords(count))
      if (refused.length === 0) return onClose()
      const nameOf = (id: string) => devices.find(({ sn_code }) => sn_code === id)?.dev_alias ?? id
      setLeft(refused.map(({ id, code }) => t.notDone({ name: nameOf(id), why: messageOf(code ?? '', lang) })))
    },
  })
  const { draft, set, wrong } = form
  const given = new Set(tagsIn(draft.add).map((tag) => tag.toLowerCase()))
  const offered = known.filter(({ tag }) => !given.has(tag.toLowerCase())).slice(0, OFFERED)
  return (
    <EntityForm title={t.title({ count: devices.length })} form={form} onClose={onClose} dialog={{ isOpen }}>
      <TextField
        label={t.add}
        name="add"
        help={tagsHelp(t)}
        value={draft.add}
        onChange={(add) => set({ add })}
        error={wrong.add}
        autoComplete="off"
        isAutoFocus
      />
      {offered.length > 0 && (
        <fieldset className="device-tags-known">
          <legend>{t.known}</legend>
          {offered.map(({ tag }) => (
            <Button key={tag} icon="plus" onPress={() => set({ add: [...tagsIn(draft.add), tag].join(', ') })}>
              {tag}
            </Button>
          ))}
        </fieldset>
      )}
      <fieldset className="device-tags-known">
        <legend>{t.remove}</legend>
        {theirs.length === 0 && <span className="group-dialog-quiet">{t.none}</span>}
        {theirs.map((tag) => (
          <Checkbox
            key={tag}
            isSelected={draft.remove.includes(tag)}
            onChange={(isGone) =>
              set({ remove: isGone ? [...draft.remove, tag] : draft.remove.filter((other) => other !== tag) })
            }
          >
            {tag}
          </Checkbox>
        ))}
      </fieldset>
      {left.length > 0 && (
        <div role="alert">
          <ul>
            {left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </EntityForm>
  )
}

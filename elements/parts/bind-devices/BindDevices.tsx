import { useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../Failure.tsx'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { useMissingRight } from '../missing-right.ts'
import { useCall } from '../use-call.ts'
import { useRights } from '../use-rights.ts'
import { text } from './text.ts'

/** As many as the server lists at once. */
const MOST = 100

interface BindDevicesProps {
  template_id: number
  module_name: string
  /** Publishes the template, once a device is bound; left out, devices are bound alone. */
  publish?: () => Promise<unknown>
  isOpen: boolean
  onClose: () => void
  /** Done; `count` devices are bound. */
  onDone: (count: number) => void
  /** To the page where devices are bound, and bound anew, where it can be gone to. */
  onBinding?: () => void
}

/** Binds devices to a template where one is missing, and goes on with publishing. */
export function BindDevices(props: BindDevicesProps) {
  const { isOpen, onClose, module_name, publish } = props
  const t = useText(text)
  const { close } = useText(words)
  const mayBind = useRights()('P42000')
  const missing = useMissingRight()
  const title = (publish ? t.publishTitle : t.bindTitle)({ name: module_name })
  if (mayBind) return isOpen && <BindForm {...props} title={title} />
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={<Button onPress={onClose}>{close}</Button>}
    >
      {missing('P42000')} {t.mayNot}
    </Dialog>
  )
}

function BindForm({ title, template_id, publish, onClose, onDone, onBinding }: BindDevicesProps & { title: string }) {
  useSheet(layout)
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const called = useCall(api.template.bindings, {
    is_bound: false,
    page_size: MOST,
    ...(wanted && { search: wanted }),
  })
  const found = called.data ?? called.last
  const free = (found?.rows ?? []).filter(({ may_bind }) => may_bind)
  /** Bound already, where only the publishing was refused. */
  const [boundCount, setBoundCount] = useState(0)
  async function publishNow(count: number) {
    setBoundCount(count)
    await publish?.()
    onDone(count)
  }
  const form = useDraft(
    { devices: [] as { sn_code: string; name: string }[] },
    {
      validate: ({ devices }): { devices?: string } => (devices.length === 0 ? { devices: t.missing } : {}),
      async send({ devices }) {
        if (boundCount > 0) return publishNow(boundCount)
        const outcomes = await api.template.bind({ template_id, sn_codes: devices.map(({ sn_code }) => sn_code) })
        const left = outcomes.find(({ code }) => code !== null)
        if (left?.code && outcomes.every(({ code }) => code !== null)) {
          const name = devices.find(({ sn_code }) => sn_code === left.id)?.name ?? left.id
          throw ApiError.fromWire('100006', {
            fields: [{ field: 'devices', message: t.notBound({ name, why: messageOf(left.code, lang) }) }],
          })
        }
        await publishNow(outcomes.filter(({ code }) => code === null).length)
      },
    },
  )
  const chosen = form.draft.devices
  const listed = [
    ...chosen,
    ...free
      .map(({ sn_code, dev_alias }) => ({ sn_code, name: dev_alias || sn_code }))
      .filter(({ sn_code }) => !chosen.some((one) => one.sn_code === sn_code)),
  ]
  const isNone = found !== null && listed.length === 0 && wanted === ''

  return (
    <EntityForm
      title={title}
      form={form}
      onClose={onClose}
      saveLabel={publish ? t.publish : t.bind}
      isReadOnly={isNone}
      dialog={{ isOpen: true, isKeptOpen: chosen.length > 0 }}
      actions={
        onBinding && (
          <span className="row-start">
            <Button onPress={onBinding}>{t.toBinding}</Button>
          </span>
        )
      }
    >
      <p>{isNone ? t.noDevices : publish ? t.publishWhy : t.bindWhy}</p>
      {!found && (called.failure ? <Failure failure={called.failure} onRetry={called.reload} /> : <Skeleton />)}
      {(wanted !== '' || (found && found.total > MOST)) && (
        <>
          <PausedSearch label={t.search} value={search} onChange={setSearch} />
          <p className="hint">{t.searchHelp({ count: found?.total ?? 0, most: MOST })}</p>
        </>
      )}
      {found && !isNone && (
        <MultiSelect
          label={t.devices}
          help={t.devicesHelp}
          placeholder={t.choose}
          options={listed.map(({ sn_code, name }) => ({ id: sn_code, label: name, note: sn_code }))}
          value={chosen.map(({ sn_code }) => sn_code)}
          onChange={(ids) => form.set({ devices: listed.filter(({ sn_code }) => ids.includes(sn_code)) })}
          error={form.wrong.devices}
          isRequired
        />
      )}
    </EntityForm>
  )
}

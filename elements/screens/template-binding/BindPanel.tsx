import { type FormEvent, useRef, useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useFocusWrong } from '../../parts/form/use-focus-wrong.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import type { Called } from '../../parts/use-call.ts'
import { text } from './text.ts'
import { type BoundDevice, nameOf } from './use-binding.ts'

interface BindPanelProps {
  /** One, or all that were selected. */
  devices: readonly BoundDevice[]
  templates: Called<Template[]>
  /** Whether the user binds at all. */
  isAllowed: boolean
  /** Something is being changed already. */
  isBusy: boolean
  onBind: (template: Template) => void
  onUnbind: () => void
  onTemplates: () => void
  onClose: () => void
}

const NOTHING = {}

/** Which template these devices are to have, and what that means for them. */
export function BindPanel({
  devices,
  templates,
  isAllowed,
  isBusy,
  onBind,
  onUnbind,
  onTemplates,
  onClose,
}: BindPanelProps) {
  const t = useText(text)
  const [id, setId] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ template?: string }>(NOTHING)
  const form = useRef<HTMLFormElement>(null)
  const spoken = useFocusWrong(form, wrong)
  const [one] = devices
  const isOne = devices.length === 1 && one !== undefined
  const mayUnbind =
    isAllowed && devices.some(({ template_id, may_bind, is_vpn }) => template_id !== null && (may_bind || is_vpn))
  const mayBind = isAllowed && devices.some(({ may_bind }) => may_bind)
  const all = templates.data
  const replaced = devices.filter(({ template_id }) => template_id !== null && String(template_id) !== id).length
  const gateways = devices.filter(({ is_vpn }) => is_vpn).length

  function submit(event: FormEvent) {
    event.preventDefault()
    const template = all?.find(({ template_id }) => String(template_id) === id)
    if (!template) return setWrong({ template: t.chooseOne })
    if (isOne && one.template_id === template.template_id) return setWrong({ template: t.same })
    if (!isBusy) onBind(template)
  }

  const chooser = () => {
    if (!all)
      return templates.failure ? <Failure failure={templates.failure} onRetry={templates.reload} /> : <Skeleton />
    if (all.length === 0)
      return (
        <div className="binding-note">
          <p>{t.noTemplates}</p>
          <Button onPress={onTemplates}>{t.toTemplates}</Button>
        </div>
      )
    return (
      <form ref={form} id="binding-form" className="binding-form" onSubmit={submit} noValidate>
        {spoken}
        <Select
          label={t.bindTo}
          placeholder={t.choose}
          options={all.map(({ template_id, module_name, point_count }) => ({
            id: String(template_id),
            label: module_name,
            note: t.pointsOf({ count: point_count }),
          }))}
          value={id}
          onChange={(chosen) => {
            setId(chosen)
            setWrong(NOTHING)
          }}
          error={wrong.template}
          isSearchable={all.length > 8}
          isRequired
        />
        <ul className="binding-what">
          <li>{t.whatBind}</li>
          {!isOne && replaced > 0 && <li>{t.whatReplace({ count: replaced })}</li>}
          {!isOne && gateways > 0 && <li>{t.whatVpn({ count: gateways })}</li>}
          {isOne && mayUnbind && <li>{t.whatUnbind}</li>}
        </ul>
      </form>
    )
  }

  return (
    <SidePanel
      title={isOne ? nameOf(one) : t.bindMany({ count: devices.length })}
      onClose={onClose}
      actions={
        (mayBind || mayUnbind) && (
          <>
            {isOne && mayUnbind && (
              <Button isDisabled={isBusy} onPress={onUnbind}>
                {t.unbind}
              </Button>
            )}
            {mayBind && all && all.length > 0 && (
              <Button look="primary" type="submit" form="binding-form" isPending={isBusy}>
                {isOne ? t.bind : t.bindCount({ count: devices.length })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="binding-form">
        {isOne && (
          <Facts
            facts={[
              [t.sn, one.sn_code],
              [t.model, one.dev_model],
              [t.group, one.group_name],
              [t.boundTo, one.module_name ?? t.unbound],
            ]}
          />
        )}
        {isOne && isAllowed && !one.may_bind && <p className="binding-note">{one.is_vpn ? t.vpnWhy : t.readOnlyWhy}</p>}
        {mayBind && chooser()}
      </div>
    </SidePanel>
  )
}

import type { Ref } from 'react'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import type { Device } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Menu, type MenuEntry } from '../../kit/Menu.tsx'
import { Select } from '../../kit/Select.tsx'
import { ShareButton } from '../../parts/share-panel/ShareButton.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './text.ts'
import { OFFERED_S } from './use-rotation.ts'

interface DashboardBarProps {
  /** Of an equipment dashboard, those that it can show; null of others. */
  devices: readonly Device[] | null
  sn_code: string
  rotate: number | null
  isMobile: boolean
  dashboard: Dashboard
  listButton: Ref<HTMLButtonElement>
  onDevice: (sn_code: string) => void
  onRotate: (rotate: number | null) => void
  onEdit: () => void
  /** To the view for phones, or back from it. */
  onOtherPage: () => void
  onList: () => void
}

/** What can be done with the dashboard that is shown, at the end of its bar. */
export function DashboardBar(props: DashboardBarProps) {
  const { devices, sn_code, rotate, isMobile, dashboard, listButton, onDevice, onRotate, onEdit, onOtherPage } = props
  const t = useText(text)
  const holds = useRights()
  const { dashboard_id, dashboard_name, template_id, shown_revision } = dashboard
  const mayShare = holds('P82000') && holds(template_id === null ? 'P20000' : 'P100000')
  return (
    <>
      {devices && devices.length > 0 && (
        <Select
          label={t.device}
          isLabelHidden
          options={devices.map(({ sn_code: id, dev_alias }) => ({ id, label: dev_alias, note: id }))}
          value={sn_code}
          onChange={onDevice}
          isSearchable={devices.length > 10}
        />
      )}
      <RotateMenu rotate={rotate} onChange={onRotate} />
      {mayShare && shown_revision !== null && (
        <ShareButton kind="dashboard" id={dashboard_id} name={dashboard_name} sn_code={sn_code} />
      )}
      {dashboard.may_edit && !isMobile && <IconButton icon="edit" label={t.edit} onPress={onEdit} />}
      <IconButton
        icon={isMobile ? 'chevron-left' : 'device'}
        label={isMobile ? t.wholeView : t.phoneView}
        onPress={onOtherPage}
      />
      <IconButton ref={listButton} icon="list" label={t.list} onPress={props.onList} />
    </>
  )
}

function RotateMenu({ rotate, onChange }: { rotate: number | null; onChange: (rotate: number | null) => void }) {
  const t = useText(text)
  const timeOf = (s: number) => (s < 60 ? t.seconds({ count: s }) : t.minutes({ count: s / 60 }))
  const entries: (MenuEntry | 'line')[] = [
    ...OFFERED_S.map((s) => ({
      id: String(s),
      label: t.every({ time: timeOf(s) }),
      isChecked: rotate === s,
      onAction: () => onChange(s),
    })),
    'line',
    { id: 'off', label: t.rotateOff, isDisabled: rotate === null, onAction: () => onChange(null) },
  ]
  return (
    <Menu label={t.rotate} entries={entries}>
      <IconButton icon={rotate === null ? 'play' : 'pause'} label={t.rotate} />
    </Menu>
  )
}

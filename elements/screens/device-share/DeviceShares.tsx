import { useState } from 'react'
import type { DeviceShare } from '../../../core/contract/device-share.ts'
import { type ElementProps, lazyPart, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useView } from '../../parts/use-view.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import { type api, type DeviceShareView, WHOSE, type Whose } from './api.ts'
import { columnsOf, personOf } from './columns.tsx'
import { text } from './text.ts'

const ShareForm = lazyPart(async () => (await import('../../parts/device-share/ShareForm.tsx')).ShareForm, null)

export function DeviceShares(props: ElementProps<typeof api>) {
  const { of, search, page, onViewChange, onDeviceOpen, onNavigate } = props
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const [view, change] = useView<DeviceShareView>({ of, search, page }, onViewChange)
  const wanted = view.search.trim().slice(0, 64)
  const answered = useList(
    api.deviceShare.list,
    { of: view.of, ...(wanted && { search: wanted }) },
    { rowId: ({ sn_code, user_id }) => `${sn_code}/${user_id}`, view, change, firstSort: '-shared_time' },
  )
  // What the other list answered does not fit these columns.
  const { data } = answered.called
  const [shownOf, setShownOf] = useState(view.of)
  if (data && shownOf !== view.of) setShownOf(view.of)
  const list = shownOf === view.of ? answered : { ...answered, shown: null, rows: [], total: 0 }
  const { toastProps, attempt } = useAttempts()
  const sharing = useDialog<DeviceShare | null>()
  const ending = useDialog<DeviceShare>()
  const [isPending, setPending] = useState(false)

  const open = ({ sn_code }: DeviceShare) => {
    if (!onDeviceOpen({ sn_code })) onNavigate({ path: `/deviceDetail/${encodeURIComponent(sn_code)}` })
  }
  const isGiven = view.of === 'given'
  const menuOf = (row: DeviceShare): MenuEntry[] => [
    { id: 'open', label: t.open, icon: 'external', onAction: () => open(row) },
    ...(isGiven ? ([{ id: 'change', label: t.change, icon: 'edit', onAction: () => sharing.open(row) }] as const) : []),
    {
      id: 'end',
      label: isGiven ? t.recycle : t.leave,
      icon: 'undo',
      isDanger: true,
      onAction: () => ending.open(row),
    },
  ]

  function end({ sn_code, dev_alias: name, user_id }: DeviceShare) {
    setPending(true)
    const call = () =>
      isGiven ? api.deviceShare.recycle({ sn_code, user_ids: [user_id] }) : api.deviceShare.leave({ sn_code })
    return attempt(call, isGiven ? t.recycled({ name }) : t.left({ name }), () => {
      setPending(false)
      ending.close()
      answered.reload()
    })
  }

  const about = ending.dialogState
  const name = about?.dev_alias ?? ''
  const content = () => (
    <ListScreen<DeviceShare>
      list={list}
      words={{ empty: t[`none_${view.of}`], emptyWhy: t[`noneWhy_${view.of}`] }}
      icon="send"
      label={t[`of_${view.of}`]}
      columns={columnsOf(view.of, t, format, menuOf)}
      search={{ label: t.search, value: view.search, onChange: (next) => change({ search: next, page: null }) }}
      onRowOpen={open}
    />
  )
  return (
    <div className="device-shares">
      <ListPage
        title={t.title}
        count={data ? t.counted({ count: data.total }) : undefined}
        actions={
          <Button look="primary" icon="send" onPress={() => sharing.open(null)}>
            {t.share}
          </Button>
        }
      >
        <Tabs<Whose>
          label={t.lists}
          selected={view.of}
          onSelect={(chosen) => change({ of: chosen, page: null })}
          tabs={WHOSE.map((id) => ({ id, label: t[`of_${id}`], content }))}
        />
      </ListPage>
      {sharing.round > 0 && (
        <ShareForm
          key={sharing.round}
          {...(sharing.dialogState && {
            share: sharing.dialogState,
            device: { ...sharing.dialogState, may_write: true },
          })}
          isOpen={sharing.isOpen}
          onClose={sharing.close}
          onShared={() => {
            sharing.close()
            answered.reload()
          }}
        />
      )}
      <ConfirmDialog
        title={isGiven ? t.recycleTitle({ name }) : t.leaveTitle({ name })}
        explanation={
          about &&
          (isGiven
            ? t.recycleWhy({ user: personOf(about.name, about.user_name) })
            : t.leaveWhy({ user: personOf(about.by_name, about.by_user_name) }))
        }
        confirmLabel={isGiven ? t.recycleIt({ name }) : t.leaveIt({ name })}
        isDanger
        isOpen={ending.isOpen}
        isPending={isPending}
        onConfirm={() => about && void end(about)}
        onClose={ending.close}
      />
      <Toasts {...toastProps} />
    </div>
  )
}

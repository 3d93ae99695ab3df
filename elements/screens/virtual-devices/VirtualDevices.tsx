import { useEffect, useEffectEvent, useState } from 'react'
import { type ElementProps, useText } from '../../define/index.ts'
import { type ToastItem, Toasts } from '../../kit/Toasts.tsx'
import { useView } from '../../parts/use-view.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api, VirtualDevicesView } from './api.ts'
import { EditorPage } from './EditorPage.tsx'
import { text } from './text.ts'
import { VirtualList } from './VirtualList.tsx'

export function VirtualDevices(props: ElementProps<typeof api>) {
  const { search, group = null, sort, page, device, new: making, onViewChange, onDeviceOpen, onNavigate } = props
  const t = useText(text)
  const fromProps: VirtualDevicesView = { search, group, sort, page, device, new: making }
  const [view, change] = useView<VirtualDevicesView>(fromProps, onViewChange)
  const { toastProps: ownToasts, done } = useUndoToasts()
  const [saved, setSaved] = useState<ToastItem | null>(null)
  const pathOf = (sn_code: string) => `/device/virtualDevice/${encodeURIComponent(sn_code)}`
  const open = (sn_code: string) => {
    if (!onDeviceOpen({ sn_code })) onNavigate({ path: pathOf(sn_code) })
  }
  const isNew = view.new === 'yes'
  // What was done in a form can be undone there alone.
  const forget = useEffectEvent(() => {
    for (const { id } of ownToasts.toasts) ownToasts.onDismiss(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a form is opened or left
  useEffect(() => forget, [isNew, view.device])

  return (
    <div className="virtual-devices">
      {isNew || view.device ? (
        <EditorPage
          key={isNew ? '' : view.device}
          sn_code={isNew ? null : view.device}
          onOpen={open}
          onBack={() => change({ device: '', new: '' })}
          onSaved={(sn_code, words) => {
            setSaved({
              id: 'saved',
              type: 'success',
              text: words,
              action: { label: t.open, run: () => open(sn_code) },
            })
            change({ device: '', new: '' })
          }}
          done={done}
        />
      ) : (
        <VirtualList
          view={view}
          change={change}
          open={open}
          openRules={(sn_code) => void onNavigate({ path: `${pathOf(sn_code)}?tab=rules` })}
          done={(words) => {
            // The one that was saved may be the one that is gone.
            setSaved(null)
            done(words)
          }}
        />
      )}
      <Toasts
        toasts={saved ? [...ownToasts.toasts, saved] : ownToasts.toasts}
        onDismiss={(id) => (id === saved?.id ? setSaved(null) : ownToasts.onDismiss(id))}
      />
    </div>
  )
}

import { useState } from 'react'
import { type DeviceOffer, OFFERED_DAYS } from '../../../core/contract/device-claim.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { RowAction } from '../../parts/RowAction.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import { AcceptForm } from './AcceptForm.tsx'
import type { DeviceListView } from './api.ts'
import { text } from './transfer-text.ts'

const SIDES = { offers: 'received', offered: 'made' } as const

interface OfferListProps {
  view: DeviceListView
  change: (part: Partial<DeviceListView>) => void
  onBack: () => void
}

/** Devices that are offered to the user, and those that he offers. */
export function OfferList({ view, change, onBack }: OfferListProps) {
  const t = useText(text)
  const { api } = useConnection()
  const format = useFormat()
  const holds = useRights()
  const { toastProps, done, attempt } = useAttempts()
  const accepting = useDialog<DeviceOffer>()
  const [ending, setEnding] = useState<number | null>(null)
  const of = view.show === 'offered' ? 'made' : 'received'
  const isReceived = of === 'received'
  const search = view.search.trim()
  const answered = useList(
    api.deviceTransfer.list,
    { of, ...(search && { search }) },
    {
      rowId: ({ offer_id }) => String(offer_id),
      view: { page: view.page, sort: '' },
      change: ({ page }) => change({ page: page ?? null }),
    },
  )
  // What the other list answered is not this one’s.
  const { data } = answered.called
  const [shownOf, setShownOf] = useState(of)
  if (data && shownOf !== of) setShownOf(of)
  const list = shownOf === of ? answered : { ...answered, shown: null, rows: [], total: 0 }

  function end({ offer_id, dev_alias, sn_code }: DeviceOffer) {
    const name = dev_alias || sn_code
    setEnding(offer_id)
    const said = isReceived ? t.declined({ name }) : t.withdrawn({ name })
    return attempt(
      () => api.deviceTransfer.end({ offer_id }),
      said,
      () => {
        setEnding(null)
        answered.reload()
      },
    )
  }

  const plain = { isSortable: false, narrow: null } as const
  const columns: Column<DeviceOffer>[] = [
    {
      id: 'dev_alias',
      title: t.device,
      cell: ({ dev_alias, sn_code }) => <strong className="device-name">{dev_alias || sn_code}</strong>,
      width: 140,
      grow: 2,
      isSortable: false,
      isFixed: true,
    },
    { id: 'sn_code', title: t.sn, cell: ({ sn_code }) => sn_code, width: 112, grow: 0, ...plain },
    { id: 'dev_model', title: t.model, cell: ({ dev_model }) => dev_model || '–', width: 112, ...plain },
    isReceived
      ? { id: 'from', title: t.from, cell: (row) => row.by_name || t.anotherOrganization, width: 160, ...plain }
      : { id: 'to_name', title: t.to, cell: ({ to_name }) => to_name, width: 144, ...plain },
    {
      id: 'with_history',
      title: t.history,
      cell: ({ with_history }) => (with_history ? t.goes : t.stays),
      width: 104,
      grow: 0,
      ...plain,
    },
    {
      id: 'ends_time',
      title: t.ends,
      cell: ({ ends_time }) => format.dateTime(ends_time),
      width: 164,
      grow: 0,
      ...plain,
    },
    {
      id: 'actions',
      title: t.actions,
      cell: (row) => (
        <RowAction>
          {isReceived && holds('P30100') && (
            <Button look="plain" icon="check" onPress={() => accepting.open(row)}>
              {t.accept}
            </Button>
          )}
          {isReceived ? (
            <IconButton
              icon="close"
              label={t.decline}
              isDisabled={ending === row.offer_id}
              onPress={() => void end(row)}
            />
          ) : (
            <Button look="plain" icon="undo" isPending={ending === row.offer_id} onPress={() => void end(row)}>
              {t.withdraw}
            </Button>
          )}
        </RowAction>
      ),
      width: isReceived ? 152 : 136,
      grow: 0,
      isSortable: false,
      isFixed: true,
    },
  ]
  const content = () => (
    <ListScreen<DeviceOffer>
      list={list}
      words={{
        empty: isReceived ? t.noneReceived : t.noneMade,
        emptyWhy: isReceived ? t.noneReceivedWhy({ days: OFFERED_DAYS }) : t.noneMadeWhy,
      }}
      icon="device"
      label={t[of]}
      columns={columns}
      search={{ label: t.search, value: view.search, onChange: (next) => change({ search: next, page: null }) }}
    />
  )
  return (
    <>
      <ListPage
        title={t[of]}
        count={data ? t.counted({ count: data.total }) : undefined}
        actions={
          <Button icon="chevron-left" onPress={onBack}>
            {t.back}
          </Button>
        }
      >
        <Tabs<keyof typeof SIDES>
          label={t.device}
          selected={isReceived ? 'offers' : 'offered'}
          onSelect={(show) => change({ show, page: null })}
          tabs={(['offers', 'offered'] as const).map((id) => ({ id, label: t[SIDES[id]], content }))}
        />
      </ListPage>
      {accepting.dialogState !== null && (
        <AcceptForm
          key={accepting.round}
          offer={accepting.dialogState}
          isOpen={accepting.isOpen}
          onClose={accepting.close}
          onAccepted={(sn) => {
            accepting.close()
            done(t.accepted({ sn }))
            answered.reload()
          }}
        />
      )}
      <Toasts {...toastProps} />
    </>
  )
}

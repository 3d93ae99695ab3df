import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { LISTED_DAYS, type ListedDevice } from '../../../core/contract/device-claim.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { RowAction } from '../../parts/RowAction.tsx'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import type { DeviceListView } from './api.ts'
import { readLines } from './listed-lines.ts'
import { text } from './listed-text.ts'

interface ListedListProps {
  view: DeviceListView
  change: (part: Partial<DeviceListView>) => void
  onBack: () => void
}

/** SNs that may connect before anybody registers them. */
export function ListedList({ view, change, onBack }: ListedListProps) {
  const t = useText(text)
  const { api } = useConnection()
  const format = useFormat()
  const { toastProps, done, refused, attempt } = useAttempts()
  const adding = useDialog<null>()
  const [removing, setRemoving] = useState<string | null>(null)
  const search = view.search.trim()
  const list = useList(api.deviceListing.list, search === '' ? {} : { search }, {
    rowId: ({ sn_code }) => sn_code,
    view: { page: view.page, sort: '' },
    change: ({ page }) => change({ page: page ?? null }),
  })
  const isOpen = list.shown?.is_open === true

  function remove({ sn_code: sn }: ListedDevice) {
    setRemoving(sn)
    return attempt(
      () => api.deviceListing.remove({ sn_codes: [sn] }),
      t.removed({ sn }),
      () => {
        setRemoving(null)
        list.reload()
      },
    )
  }

  const plain = { isSortable: false, grow: 0 } as const
  const columns: Column<ListedDevice>[] = [
    {
      id: 'sn_code',
      title: t.sn,
      cell: ({ sn_code }) => <strong className="device-name">{sn_code}</strong>,
      width: 140,
      grow: 1,
      isSortable: false,
      isFixed: true,
    },
    {
      id: 'last_seen_time',
      title: t.state,
      cell: ({ last_seen_time }) => (last_seen_time === null ? t.waiting : t.seen),
      width: 168,
      ...plain,
      narrow: { width: 120 },
    },
    {
      id: 'has_password',
      title: t.password,
      cell: ({ has_password }) => (has_password ? t.listed : t.first),
      width: 128,
      ...plain,
      narrow: null,
    },
    { id: 'listed_user_name', title: t.by, cell: (row) => row.listed_user_name, width: 144, ...plain, narrow: null },
    {
      id: 'ends_time',
      title: t.ends,
      cell: ({ last_seen_time, ends_time }) => (last_seen_time === null ? format.dateTime(ends_time) : '–'),
      width: 164,
      ...plain,
      narrow: null,
    },
    {
      id: 'remove',
      title: t.actions,
      cell: (row) => (
        <RowAction>
          <Button look="plain" icon="close" isPending={removing === row.sn_code} onPress={() => void remove(row)}>
            {t.remove}
          </Button>
        </RowAction>
      ),
      width: 128,
      ...plain,
      isFixed: true,
    },
  ]
  const emptyWhy = t.noneWhy({ days: LISTED_DAYS })
  return (
    <>
      <ListScreen<ListedDevice>
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.none, emptyWhy }}
        icon="device"
        columns={columns}
        create={
          <Button look="primary" icon="plus" onPress={() => adding.open(null)}>
            {t.add}
          </Button>
        }
        actions={
          <Button icon="chevron-left" onPress={onBack}>
            {t.back}
          </Button>
        }
        search={{ label: t.search, value: view.search, onChange: (next) => change({ search: next, page: null }) }}
        above={isOpen && <p className="callout">{t.open}</p>}
      />
      {adding.round > 0 && (
        <AddListed
          key={adding.round}
          isOpen={adding.isOpen}
          onClose={adding.close}
          onAdded={(count, registered) => {
            adding.close()
            if (count > 0) done(t.added({ count }))
            if (registered.length > 0) refused(t.registered({ sns: registered.join(', ') }))
            list.reload()
          }}
        />
      )}
      <Toasts {...toastProps} />
    </>
  )
}

interface AddListedProps {
  isOpen: boolean
  onClose: () => void
  /** How many were listed, and which are registered already. */
  onAdded: (count: number, registered: readonly string[]) => void
}

function AddListed({ isOpen, onClose, onAdded }: AddListedProps) {
  const t = useText(text)
  const { api } = useConnection()
  const most = LIMITS.awaitedSnsAtOnce
  const form = useDraft(
    { lines: '' },
    {
      validate: ({ lines: pasted }): { lines?: string } => {
        const { lines, wrong } = readLines(pasted)
        if (wrong !== null) return { lines: t.lineWrong({ line: wrong }) }
        if (lines.length > most) return { lines: t.tooMany({ most }) }
        return lines.length === 0 ? { lines: t.linesMissing } : {}
      },
      async send({ lines }) {
        const outcomes = await api.deviceListing.add({ lines: readLines(lines).lines })
        const registered = outcomes.filter(({ code }) => code !== null).map(({ id }) => id)
        onAdded(outcomes.length - registered.length, registered)
      },
    },
  )
  return (
    <EntityForm
      title={t.addTitle}
      form={form}
      saveLabel={t.add}
      onClose={onClose}
      dialog={{ isOpen, isKeptOpen: form.isUnsaved }}
      above={<p className="callout">{t.noneWhy({ days: LISTED_DAYS })}</p>}
    >
      <TextField
        label={t.lines}
        help={t.linesHelp({ most })}
        name="lines"
        value={form.draft.lines}
        onChange={(lines) => form.set({ lines })}
        error={form.wrong.lines}
        lines={8}
        autoComplete="off"
        isRequired
      />
    </EntityForm>
  )
}

import { useEffect, useState } from 'react'
import type { ShiftEntry } from '../../../core/contract/shift-log.ts'
import { SN_PATTERN } from '../../../core/contract/telemetry.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { shiftLogWords } from '../../../core/text/shift-log-words.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { shiftAt } from '../../kit/time-range.ts'
import { levelWord } from '../../parts/alarm-level.ts'
import { useDeviceName } from '../../parts/device-choice/use-device-name.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { ExportMenu } from '../../parts/list/ExportMenu.tsx'
import { ListFrame } from '../../parts/list/ListFrame.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { devicePath } from '../../parts/neighbours/paths.ts'
import { useMayOpenDevice } from '../../parts/neighbours/use-may-open-device.ts'
import { boundsOf, useBoundedRange } from '../../parts/use-bounded-range.ts'
import { useCall } from '../../parts/use-call.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api, ShiftLogView } from './api.ts'
import { EntryCard } from './EntryCard.tsx'
import { EntryForm, type Writing } from './EntryForm.tsx'
import { ShiftFilters, useShiftChips } from './ShiftFilters.tsx'
import sheet from './shift-log.css?sheet'
import { text } from './text.ts'

const SN = new RegExp(`^${SN_PATTERN}$`)
const UNFILTERED = { search: '', author: '', sn: '', kind: '', start: null, end: null } as const

export function ShiftLog(props: ElementProps<typeof api>) {
  useSheet(sheet)
  const { search, author, sn, kind, page, about, alarm, onViewChange, onDeviceOpen, onNavigate } = props
  const t = useText(text)
  const w = useText(shiftLogWords)
  const { lang } = useElement()
  const { api } = useConnection()
  const mayWrite = useRights()('P73600')
  const mayOpenDevice = useMayOpenDevice()
  const [frame, isNarrow] = useNarrow()
  const [view, change] = useView<ShiftLogView>(
    { search, author, sn, kind, ...boundsOf(props), page: page > 1 ? page : null, about, alarm },
    onViewChange,
  )
  // Other entries begin at their first page.
  const filter = (part: Partial<ShiftLogView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const wanted = view.search.trim().slice(0, 64)
  const query = {
    ...bounds,
    ...(wanted && { search: wanted }),
    ...(view.author && { user_name: view.author.slice(0, 200) }),
    ...(SN.test(view.sn) && { sn_code: view.sn }),
    ...(view.kind && { kind: view.kind }),
  }
  const list = useList(api.shiftLog.list, query, { rowId: ({ entry_id }) => String(entry_id), view, change })
  const { called, reload, total } = list
  useChangedElsewhere(called.data?.changed_time, reload)
  const { toastProps, done, refused } = useUndoToasts()
  const { setUnsaved, leave, dialog } = useUnsaved()
  const [opened, setOpened] = useState<Writing | null>(null)
  const begun = useBegun(view)
  const writing = mayWrite ? (opened ?? begun) : null
  useFocusBack(writing !== null, '.list-page-actions button')
  const deviceName = useDeviceName(view.sn)
  const filters = { view, change: filter, range, deviceName }
  const chips = useShiftChips(filters)

  const write = (next: Writing) => leave(() => setOpened(next))
  function close() {
    setUnsaved(false)
    setOpened(null)
    if (view.about || view.alarm) change({ about: '', alarm: '' })
  }
  async function take({ entry_id }: ShiftEntry) {
    try {
      await api.shiftLog.take({ entry_id })
      done(t.tookOver)
    } catch (error) {
      refused(refusalText(error, lang))
    }
    reload()
  }
  const actions = {
    onCorrect: (entry: ShiftEntry) => write({ kind: entry.kind, entry, sn: '', body: '' }),
    onTake: (entry: ShiftEntry) => void take(entry),
    onDevice: mayOpenDevice
      ? (sn_code: string) => {
          if (!onDeviceOpen({ sn_code })) onNavigate({ path: devicePath(sn_code) })
        }
      : null,
  }
  const newEntry = { entry: null, sn: view.sn, body: '' }
  return (
    <div className="shift-log" ref={frame}>
      <ListFrame
        list={list}
        words={{ title: w.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="clipboard"
        create={
          mayWrite && (
            <Button look="primary" icon="plus" onPress={() => write({ kind: 'note', ...newEntry })}>
              {t.write}
            </Button>
          )
        }
        actions={
          <>
            <ExportMenu save={(file) => api.shiftLog.export({ ...query, ...file })} total={total} />
            {mayWrite && <Button onPress={() => write({ kind: 'handover', ...newEntry })}>{t.handOver}</Button>}
          </>
        }
        isAlwaysFiltered
        search={{ label: t.search, value: view.search, onChange: (search) => filter({ search }) }}
        filters={
          <ShiftFilters {...filters} setRange={setRange} authors={list.shown?.authors ?? []} isNarrow={isNarrow} />
        }
        chips={chips}
        onClear={() => filter(UNFILTERED)}
        side={
          writing && (
            <EntryForm
              key={JSON.stringify([writing.kind, writing.entry?.entry_id, writing.sn, writing.body])}
              writing={writing}
              onUnsaved={setUnsaved}
              onClose={() => leave(close)}
              onDone={(said) => {
                close()
                done(said)
                reload()
              }}
            />
          )
        }
      >
        {(rows) => <Shifts rows={rows} actions={actions} />}
      </ListFrame>
      {dialog}
      <Toasts {...toastProps} />
    </div>
  )
}

interface ShiftsProps {
  rows: readonly ShiftEntry[]
  actions: Parameters<typeof EntryCard>[0]['actions']
}

/** Entries under the shift that they were written in. */
function Shifts({ rows, actions }: ShiftsProps) {
  const t = useText(text)
  const w = useText(shiftLogWords)
  const format = useFormat()
  const shifts: { from: number; to: number; entries: ShiftEntry[] }[] = []
  for (const entry of rows) {
    const { from, to } = shiftAt(entry.entry_time, format.timeZone)
    const last = shifts.at(-1)
    if (last?.from === from) last.entries.push(entry)
    else shifts.push({ from, to, entries: [entry] })
  }
  const clock = (time: number) => format.time(time).slice(0, 5)
  const drawn = shifts.map(({ from, to, entries }) => (
    <section key={from} className="shift">
      <h2 className="shift-title">{t.shift({ day: format.date(from), span: `${clock(from)}–${clock(to)}` })}</h2>
      <ul className="shift-entries">
        {entries.map((entry) => (
          <li key={entry.entry_id}>
            <EntryCard entry={entry} actions={actions} />
          </li>
        ))}
      </ul>
    </section>
  ))
  return (
    // Entries without a button are scrolled by keys, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="shifts" aria-label={w.title} tabIndex={0}>
      {drawn}
    </section>
  )
}

/** What a page asks to be written about: a device, or an alarm with its name and time; null until the alarm is there. */
function useBegun({ about, alarm }: ShiftLogView): Writing | null {
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const { api } = useConnection()
  const called = useCall(api.alarm.one, alarm ? { alarm_id: alarm } : null)
  const isAbout = about !== '' && SN.test(about)
  if (alarm === '' || called.failure) return isAbout ? { kind: 'note', entry: null, sn: about, body: '' } : null
  if (!called.data) return null
  const { sn_code, alarm_level, alarm_name, alarm_name_en, alarm_time } = called.data.alarm
  const name = nameIn(format.lang, alarm_name, alarm_name_en)
  const body = t.aboutAlarm({
    name,
    level: word[levelWord(alarm_level)],
    time: format.dateTime(alarm_time).slice(0, -3),
  })
  return { kind: 'note', entry: null, sn: sn_code, body: `${body}\n` }
}

/** Reads the list again when it was changed elsewhere since it was read. */
function useChangedElsewhere(read: number | null | undefined, reload: () => void): void {
  const { realtime } = useConnection()
  const [heard, setHeard] = useState(0)
  useEffect(
    () =>
      realtime.watch('messages', (frame) => {
        if (frame.type === 'message') setHeard(frame.shift_log ?? 0)
      }),
    [realtime],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was heard, and for what was read
  useEffect(() => {
    if (read !== undefined && heard > (read ?? 0)) reload()
  }, [heard, read])
}

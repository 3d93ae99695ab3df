import { useRef, useState } from 'react'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import { defineElement, type ElementProps, prop } from '../../elements/define/index.ts'
import {
  Age,
  AlarmMark,
  Badge,
  Button,
  Chart,
  type ChartHandle,
  type ChartSeries,
  Checkbox,
  type Column,
  ConfirmDialog,
  DateTimeRange,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  Menu,
  MultiSelect,
  NumberField,
  Pagination,
  PasswordField,
  Popover,
  presetRange,
  QualityMark,
  SearchField,
  Select,
  Skeleton,
  type Sort,
  StateMark,
  Switch,
  Table,
  Tabs,
  TextField,
  type TimeRange,
  type ToastItem,
  Toasts,
  Tooltip,
  Value,
} from '../../elements/kit/index.ts'
import css from './gallery.css?sheet'

const NOON = Date.UTC(2026, 10, 20, 4)

interface Pump {
  sn: string
  name: string
  flow: number
  state: 'online' | 'offline' | 'faulty' | 'unregistered'
}
const STATES = ['online', 'online', 'online', 'offline', 'online', 'faulty', 'unregistered'] as const
const pumps = (count: number): Pump[] =>
  Array.from({ length: count }, (_, index) => ({
    sn: `SN${String(index).padStart(6, '0')}`,
    name: `Pump ${index + 1}`,
    flow: Math.round(1000 * (40 + 20 * Math.sin(index))) / 1000,
    state: STATES[index % STATES.length] as Pump['state'],
  }))
const COLUMNS: Column<Pump>[] = [
  { id: 'name', title: 'Name', value: (pump) => pump.name, isFixed: true },
  { id: 'sn', title: 'SN', value: (pump) => pump.sn },
  { id: 'state', title: 'State', value: (pump) => pump.state, cell: (pump) => <StateMark state={pump.state} /> },
  {
    id: 'flow',
    title: 'Flow',
    value: (pump) => pump.flow,
    isNumeric: true,
    cell: (pump) => <Value value={pump.flow} unit="m³/h" decimals={1} />,
  },
]

function wave(id: string, name: string, unit: string, height: number, phase: number, hasBand = false): ChartSeries {
  const count = 400
  const points = new Float64Array(count * 2)
  const band = new Float64Array(count * 3)
  for (let at = 0; at < count; at += 1) {
    const time = NOON + at * MINUTE_MS
    const isGap = at > 180 && at < 210
    const value = isGap
      ? Number.NaN
      : height * (1 + 0.3 * Math.sin(at / 30 + phase) + 0.05 * Math.sin(at * 1.7 + phase))
    points.set([time, value], at * 2)
    band.set([time, value - height * 0.1, value + height * 0.1], at * 3)
  }
  return { id, name, unit, points, ...(hasBand ? { band } : {}) }
}
const CURVES = [
  wave('f', 'Flow P-101', 'm³/h', 42, 0, true),
  wave('f2', 'Flow P-102', 'm³/h', 30, 1),
  wave('p', 'Pressure', 'bar', 5.2, 2),
]

/** On while the first flow is high; with its gap. */
const PUMP: ChartSeries = {
  id: 'pump',
  name: 'Pump',
  isStep: true,
  words: { 0: 'Off', 1: 'On' },
  points: (CURVES[0] as ChartSeries).points.map((value, at) =>
    at % 2 === 0 || Number.isNaN(value) ? value : Number(value > 42),
  ),
}

const SERIES = [...CURVES, PUMP]

const api = { props: { rows: prop.number(60), part: prop.string() } }

function Gallery({ rows, part }: ElementProps<typeof api>) {
  return (
    <main className="gallery">
      {(!part || part === 'controls') && <Controls />}
      {(!part || part === 'marks') && <Marks />}
      {(!part || part === 'table') && <Rows count={rows} />}
      {(!part || part === 'chart') && <Curves />}
    </main>
  )
}

function Controls() {
  const [text, setText] = useState('P-101')
  const [number, setNumber] = useState<number | null>(12.5)
  const [choice, setChoice] = useState<string | null>('b')
  const [many, setMany] = useState<string[]>(['a'])
  const [isOn, setOn] = useState(true)
  const [tab, setTab] = useState('values')
  const [range, setRange] = useState<TimeRange>(() => presetRange('day', NOON, 'Asia/Shanghai'))
  const [open, setOpen] = useState<'form' | 'confirm' | null>(null)
  const [toasts, setToasts] = useState<ToastItem[]>([])
  const [done, setDone] = useState('')
  const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: `Option ${id.toUpperCase()}`, note: 'bar' }))
  return (
    <section className="panel">
      <h2>Controls</h2>
      <div className="line">
        <Button look="primary" onPress={() => setOpen('form')}>
          Open dialog
        </Button>
        <Button icon="plus">Add device</Button>
        <Button look="plain" icon="download">
          Export
        </Button>
        <Button look="danger" onPress={() => setOpen('confirm')}>
          Delete 3 devices
        </Button>
        <Button isDisabled>Disabled</Button>
        <Button isPending>Saving</Button>
        <IconButton icon="settings" label="Settings" />
        <IconButton icon="list" label="List" isPressed />
        <Menu
          label="More actions"
          entries={[
            { id: 'edit', label: 'Edit', icon: 'edit', note: 'E', onAction: () => setDone('edit') },
            { id: 'copy', label: 'Copy', icon: 'log', onAction: () => setDone('copy') },
            'line',
            { id: 'delete', label: 'Delete', icon: 'trash', isDanger: true, onAction: () => setDone('delete') },
          ]}
        >
          <IconButton icon="more" label="More actions" />
        </Menu>
        <Popover label="Details" trigger={<Button>Popover</Button>}>
          <Select label="Inside a popover" options={options} value={choice} onChange={setChoice} />
        </Popover>
        <Button
          onPress={() =>
            setToasts([
              { id: 'e', type: 'error', text: 'The write was refused', code: '110526', durationMs: 60_000 },
              { id: 's', type: 'success', text: 'Saved', action: { label: 'Undo', run: () => setDone('undo') } },
            ])
          }
        >
          Toast
        </Button>
        <output id="done">{done}</output>
      </div>
      <div className="fields">
        <TextField label="Name" value={text} onChange={setText} help="As it stands on the plate" isRequired />
        <TextField label="Serial number" value="" error="Already in use" />
        <PasswordField label="Password" value="secret" />
        <NumberField label="Set point" value={number} onChange={setNumber} unit="bar" min={0} max={16} step={0.5} />
        <Select label="Model" options={options} value={choice} onChange={setChoice} />
        <Select label="Group" options={options} value={null} onChange={setChoice} isSearchable />
        <MultiSelect label="Points" options={options} value={many} onChange={setMany} atMost={3} />
        <TextField label="Disabled" value="P-103" isDisabled />
        <SearchField />
        <TextField label="Remark" lines={3} value="" placeholder="What the next shift should know" />
      </div>
      <div className="line">
        <Switch isSelected={isOn} onChange={setOn}>
          Live
        </Switch>
        <Switch isSelected={!isOn} onChange={(value) => setOn(!value)}>
          Quiet
        </Switch>
        <Checkbox isSelected={isOn} onChange={setOn}>
          Only open alarms
        </Checkbox>
        <Checkbox isSelected={false} isIndeterminate onChange={setOn}>
          Some
        </Checkbox>
        <Checkbox isSelected={false} onChange={setOn} isDisabled>
          Disabled
        </Checkbox>
        <DateTimeRange value={range} onChange={setRange} />
      </div>
      <Tabs
        label="Views"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'values', label: 'Real-time values', icon: 'gauge', content: () => <p>Values</p> },
          { id: 'curve', label: 'Curve', icon: 'chart', content: () => <p>Curve</p> },
          { id: 'alarms', label: 'Alarms', icon: 'bell', count: 12, content: () => <p>Alarms</p> },
        ]}
      />
      <Dialog
        title="Write a value"
        isOpen={open === 'form'}
        onClose={() => setOpen(null)}
        actions={
          <>
            <Button onPress={() => setOpen(null)}>Cancel</Button>
            <Button look="primary" onPress={() => setOpen(null)}>
              Write
            </Button>
          </>
        }
      >
        <div className="fields">
          <NumberField label="New value" value={number} onChange={setNumber} unit="bar" isAutoFocus />
          <Select label="Choice in dialog" options={options} value={choice} onChange={setChoice} />
        </div>
      </Dialog>
      <ConfirmDialog
        title="Delete 3 devices"
        explanation="Their 42 curves and 7 alarms go with them. This cannot be undone."
        confirmLabel="Delete 3 devices"
        isDanger
        isOpen={open === 'confirm'}
        onConfirm={() => setOpen(null)}
        onClose={() => setOpen(null)}
      />
      <Toasts toasts={toasts} onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))} />
    </section>
  )
}

function Marks() {
  return (
    <>
      <section className="panel">
        <h2>Marks</h2>
        <div className="line">
          <StateMark state="online" />
          <StateMark state="offline" />
          <StateMark state="faulty" />
          <StateMark state="unregistered" />
          {([1, 2, 3, 4, 5] as const).map((level) => (
            <AlarmMark key={level} level={level} />
          ))}
          <QualityMark quality="stale" />
          <QualityMark quality="uncertain" />
          <QualityMark quality="bad" />
          <Badge>PLC-7</Badge>
        </div>
        <div className="line">
          <Value value={1234.5678} unit="m³/h" decimals={1} size="display" />
          <Value value={5.2} unit="bar" size="large" />
          <Value value={42} unit="°C" quality="stale" size="large" />
          <Value value={null} unit="mm/s" />
          <Value value={true} />
          <Value value={2.75} unit="kW" quality="bad" />
          <Age time={NOON} staleAfterMs={1000} />
          <Tooltip text="More about this">Explained</Tooltip>
        </div>
      </section>
      <section className="panel columns">
        <EmptyState
          icon="device"
          title="No devices yet"
          explanation="Devices appear here as soon as they publish their first reading."
          action={<Button look="primary">Add device</Button>}
        />
        <ErrorState
          title="The curve could not be read"
          explanation="Nothing was changed. The server did not answer in time."
          code="100002"
          onRetry={() => {}}
        />
        <Skeleton rows={4} delayMs={0} />
      </section>
    </>
  )
}

function Rows({ count }: { count: number }) {
  const [rows] = useState(() => pumps(count))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['SN000002']))
  const [opened, setOpened] = useState<string | null>(null)
  const [sort, setSort] = useState<Sort | null>(null)
  const [page, setPage] = useState(1)
  return (
    <section className="panel">
      <h2>
        Devices <Badge>{count}</Badge> <span id="opened">{opened}</span> <span id="sorted">{sort?.id}</span>
      </h2>
      <div className="table-place">
        <Table
          label="Devices"
          columns={COLUMNS}
          rows={rows}
          rowId={(pump) => pump.sn}
          onRowOpen={(pump) => setOpened(pump.sn)}
          openId={opened}
          selectedIds={selected}
          onSelectionChange={setSelected}
          onSortChange={setSort}
        />
      </div>
      <Pagination page={page} pageSize={20} total={count} onChange={setPage} />
    </section>
  )
}

function Curves() {
  const [range, setRange] = useState({ from: NOON, to: NOON + 400 * MINUTE_MS })
  const chart = useRef<ChartHandle>(null)
  const [size, setSize] = useState(0)
  return (
    <section className="panel">
      <h2>Curve</h2>
      <div className="chart-box">
        <Chart
          ref={chart}
          label="Flow and pressure"
          series={SERIES}
          {...range}
          onZoom={(from, to) => setRange({ from, to })}
        />
      </div>
      <Button
        icon="image"
        onPress={async () => setSize((await chart.current?.toImage({ title: 'Pump 1', span: 'today' }))?.size ?? 0)}
      >
        Image
      </Button>
      <output id="image-size">{size}</output>
      <output id="range">{`${range.from}-${range.to}`}</output>
    </section>
  )
}

defineElement('sg-gallery', Gallery, { ...api, css: [css] })

import { type ReactNode, useMemo, useState } from 'react'
import type { Device } from '../../../../core/contract/device.ts'
import { words } from '../../../../core/text/words.ts'
import { useSheet, useText } from '../../../define/index.ts'
import { PausedSearch } from '../../../kit/PausedSearch.tsx'
import { StateMark } from '../../../kit/StateMark.tsx'
import { Tree } from '../../../kit/tree/Tree.tsx'
import { stateOf } from '../../../parts/device-state.ts'
import { useStateNotes } from '../../../parts/group-tree/StateCounts.tsx'
import { useLine } from '../../../parts/LineNote.tsx'
import type { ViewProps } from '../define-control.ts'
import { useChooseDevice } from '../view/use-choose-device.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { type ShownGroup, useGroups } from '../view/use-groups.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { DeviceTreeProps } from './control.ts'
import sheet from './device-tree.css?sheet'
import { type DeviceNode, deviceNode, deviceNodes, groupNode, type NamedDevice } from './nodes.ts'
import { text } from './text.ts'
import { FEW_DEVICES, useTreeDevices } from './use-tree-devices.ts'

/** Groups with their devices; pressing a device shows it in the rest of the dashboard. */
export default function View(view: ViewProps<DeviceTreeProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { props, isEditing, replayTime } = view
  if (!isEditing && replayTime === null) return <Grouped view={view} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example label={props.title || t.name} /> : <ViewNote icon="clock" title={t.notThen} />}
    </ViewFrame>
  )
}

function Grouped({ view }: { view: ViewProps<DeviceTreeProps> }) {
  const { title, hasSearch, hasFrame } = view.props
  const group_id = useGroupId(view.props.group_id)
  const t = useText(text)
  const choose = useChooseDevice()
  const { groups, ...ofGroups } = useGroups(group_id, true)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(new Map())
  const count = groups?.reduce((sum, { device_count }) => sum + device_count, 0) ?? 0
  const openGroups = (groups ?? [])
    .filter(({ group_id: id, device_count }) => device_count > 0 && open.has(groupNode(id)))
    .map(({ group_id: id }) => [id, pages.get(id) ?? 1] as const)
  const called = useTreeDevices(groups && { search, groups: count <= FEW_DEVICES ? null : openGroups, top: group_id })
  const read = called.data ?? called.last
  const failure = ofGroups.failure ?? called.failure
  const line = useLine()
  const nodes = useMemo(() => groups && read && deviceNodes(groups, read, t), [groups, read, t])
  const isSought = search !== '' && (called.data?.found ?? null) !== null
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={(failure ?? line) !== null && nodes != null}
    >
      {hasSearch && groups?.length !== 0 && (
        <div className="device-tree-bar">
          <PausedSearch label={t.search} value={search} onChange={setSearch} />
        </div>
      )}
      {!nodes ? (
        failure ? (
          <ViewFailure failure={failure} onRetry={ofGroups.failure ? ofGroups.reload : called.reload} />
        ) : (
          <ViewWaiting />
        )
      ) : nodes.length === 0 ? (
        <ViewNote icon="device" title={t.none} explanation={t.noneWhy} />
      ) : isSought && called.data?.devices.length === 0 ? (
        <ViewNote icon="search" title={t.noMatch} />
      ) : (
        <>
          {isSought && (called.data?.found ?? 0) > (called.data?.devices.length ?? 0) && (
            <p className="device-tree-note">{t.manyMatch}</p>
          )}
          <Devices
            label={title || t.name}
            nodes={nodes}
            isSought={isSought}
            chosen={view.sn_code}
            onOpened={setOpen}
            onChoose={choose}
            onMore={(id) => setPages(new Map([...pages, [id, (pages.get(id) ?? 1) + 1]]))}
          />
        </>
      )}
    </ViewFrame>
  )
}

interface DevicesProps {
  label: string
  nodes: readonly DeviceNode[]
  /** Only what leads to devices is left: they are what was searched. */
  isSought: boolean
  chosen: string
  onOpened: (open: ReadonlySet<string>) => void
  onChoose: (sn_code: string) => void
  onMore: (group_id: number) => void
}

// The same nodes each time, so that rows whose states stay are not drawn again.
const MARKS: Record<Device['dev_state'], ReactNode> = {
  1: <StateMark state="online" isWordHidden />,
  2: <StateMark state="offline" isWordHidden />,
  3: <StateMark state="faulty" isWordHidden />,
  4: <StateMark state="unregistered" isWordHidden />,
}
const isDevice = ({ device }: DeviceNode) => device !== undefined

function Devices({ label, nodes, isSought, chosen, onOpened, onChoose, onMore }: DevicesProps) {
  const word = useText(words)
  const notes = useStateNotes()
  return (
    <Tree
      label={label}
      nodes={nodes}
      nameOf={({ name }) => name}
      noteOf={({ device, group }) => {
        if (device) return [MARKS[device.dev_state], word[stateOf(device.dev_state)]]
        return group ? notes(group) : ['', '']
      }}
      matches={isSought ? isDevice : null}
      selected={chosen === '' ? null : deviceNode(chosen)}
      onSelect={({ device, more }) => {
        if (device) onChoose(device.sn_code)
        else if (more !== undefined) onMore(more)
      }}
      onOpened={onOpened}
    />
  )
}

function Example({ label }: { label: string }) {
  const t = useText(text)
  const nodes = useMemo(() => {
    const group = (group_id: number, group_name: string, [online, faulty]: readonly [number, number]): ShownGroup => ({
      group_id,
      parent_id: null,
      group_name,
      is_default: false,
      device_count: online + faulty,
      online,
      offline: 0,
      faulty,
    })
    const devices = ([1, 3, 1, 1] as const).map(
      (dev_state, at): NamedDevice => ({
        sn_code: `${at}`,
        dev_alias: t.example.replace('1', String(at + 1)),
        dev_state,
        group_id: at < 3 ? 1 : 2,
      }),
    )
    const groups = [group(1, t.exampleGroup, [2, 1]), group(2, t.exampleOther, [1, 0])]
    return deviceNodes(groups, { devices, totals: null }, t)
  }, [t])
  const nothing = () => {}
  return (
    <Devices
      label={label}
      nodes={nodes}
      isSought={false}
      chosen=""
      onOpened={nothing}
      onChoose={nothing}
      onMore={nothing}
    />
  )
}

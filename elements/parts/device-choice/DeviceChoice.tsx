import { useState } from 'react'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Failure } from '../Failure.tsx'
import { useCall } from '../use-call.ts'
import { text } from './choice-text.ts'
import sheet from './device-choice.css?sheet'

const SHOWN = 20

interface DeviceChoiceProps {
  sn: string
  group: number | null
  /** One that reports itself is to be chosen: neither all of them nor a virtual one. */
  isSource?: boolean
  onChoose: (sn: string) => void
}

/** One of the devices that the user sees, by search: there may be thousands. */
export function DeviceChoice({ sn, group, isSource = false, onChoose }: DeviceChoiceProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const { data, last, failure, reload } = useCall(api.device.list, {
    page: 1,
    page_size: SHOWN,
    sort: 'dev_alias',
    ...(wanted && { search: wanted }),
    ...(group !== null && { group_id: group }),
  })
  const shown = data ?? last
  const rows = shown?.rows.filter(({ is_virtual }) => !(isSource && is_virtual))
  const more = shown ? shown.total - shown.rows.length : 0
  return (
    <div className="device-choice">
      <PausedSearch label={t.search} value={search} onChange={setSearch} />
      {failure && <Failure failure={failure} onRetry={reload} />}
      <ul>
        {!isSource && wanted === '' && (
          <li>
            <DeviceButton name={t.all} isChosen={sn === ''} onPress={() => onChoose('')} />
          </li>
        )}
        {rows?.map(({ sn_code, dev_alias }) => (
          <li key={sn_code}>
            <DeviceButton name={dev_alias} note={sn_code} isChosen={sn === sn_code} onPress={() => onChoose(sn_code)} />
          </li>
        ))}
      </ul>
      {rows?.length === 0 && <p className="device-choice-quiet">{t.none}</p>}
      {more > 0 && <p className="device-choice-quiet">{t.more({ count: more })}</p>}
    </div>
  )
}

interface DeviceButtonProps {
  name: string
  note?: string
  isChosen: boolean
  onPress: () => void
}

function DeviceButton({ name, note, isChosen, onPress }: DeviceButtonProps) {
  return (
    <button type="button" className="device-choice-one" aria-pressed={isChosen} onClick={onPress}>
      <span className="device-choice-name">{name}</span>
      {note && <span className="device-choice-quiet">{note}</span>}
    </button>
  )
}

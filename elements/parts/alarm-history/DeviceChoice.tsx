import { useState } from 'react'
import { useConnection, useText } from '../../define/index.ts'
import { Failure } from '../Failure.tsx'
import { useCall } from '../use-call.ts'
import { Search } from './Search.tsx'
import { text } from './text.ts'

const SHOWN = 20

interface DeviceChoiceProps {
  sn: string
  onChoose: (sn: string) => void
}

/** One of the devices that the user sees, by search: there may be thousands. */
export function DeviceChoice({ sn, onChoose }: DeviceChoiceProps) {
  const t = useText(text)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const { data, last, failure, reload } = useCall(api.device.list, {
    ...{ page: 1, page_size: SHOWN, sort: 'dev_alias' },
    ...(wanted && { search: wanted }),
  })
  const shown = data ?? last
  const more = shown ? shown.total - shown.rows.length : 0
  return (
    <div className="alarm-history-devices">
      <Search label={t.findDevice} value={search} onChange={setSearch} />
      {failure && <Failure failure={failure} onRetry={reload} />}
      <ul>
        {wanted === '' && (
          <li>
            <DeviceButton name={t.allDevices} isChosen={sn === ''} onPress={() => onChoose('')} />
          </li>
        )}
        {shown?.rows.map(({ sn_code, dev_alias }) => (
          <li key={sn_code}>
            <DeviceButton name={dev_alias} note={sn_code} isChosen={sn === sn_code} onPress={() => onChoose(sn_code)} />
          </li>
        ))}
      </ul>
      {shown?.total === 0 && <p className="alarm-history-quiet">{t.noDevice}</p>}
      {more > 0 && <p className="alarm-history-quiet">{t.moreDevices({ count: more })}</p>}
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
    <button type="button" className="alarm-history-device" aria-pressed={isChosen} onClick={onPress}>
      <span className="alarm-history-device-name">{name}</span>
      {note && <span className="alarm-history-quiet">{note}</span>}
    </button>
  )
}

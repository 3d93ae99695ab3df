import { useState } from 'react'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Failure } from '../Failure.tsx'
import { useCall } from '../use-call.ts'
import { text } from './choice-text.ts'
import sheet from './device-choice.css?sheet'

const SHOWN = 20
/** Some of them stand above already. */
const SHOWN_OF_OTHERS = 50

interface DeviceChoiceProps {
  /** One, several, or empty for all of them. */
  sn: string | readonly string[]
  group: number | null
  /** One that reports itself is to be chosen: neither all of them nor a virtual one. */
  isSource?: boolean
  /** Others than this device are chosen, so many at most; those that have points of the same keys come first. */
  like?: { sn_code: string; keys: readonly string[]; atMost: number }
  /** What no device is called; null where one has to be chosen. All of them, unless it is said. */
  none?: string | null
  onChoose: (sn: string) => void
}

/** One of the devices that the user sees, by search: there may be thousands. */
export function DeviceChoice({ sn, group, isSource = false, like, none, onChoose }: DeviceChoiceProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const [search, setSearch] = useState('')
  const wanted = search.trim().slice(0, 64)
  const matching = {
    page: 1,
    page_size: SHOWN,
    sort: 'dev_alias',
    ...(wanted && { search: wanted }),
    ...(group !== null && { group_id: group }),
  }
  const alike = useCall(api.device.list, like && like.keys.length > 0 ? { ...matching, keys: [...like.keys] } : null)
  const any = useCall(api.device.list, like ? { ...matching, page_size: SHOWN_OF_OTHERS } : matching)
  const first = alike.data ?? alike.last
  const all = any.data ?? any.last
  const isFull = like !== undefined && sn.length >= like.atMost
  const offered = (list: typeof all) =>
    list?.rows.filter(({ sn_code, is_virtual }) => sn_code !== like?.sn_code && !(isSource && is_virtual)) ?? []
  const more = (list: typeof all) => (list ? list.total - list.rows.length : 0)
  const known = new Set(first?.rows.map(({ sn_code }) => sn_code))
  const isKnown = !like || like.keys.length === 0 || first !== null
  const others = isKnown ? offered(all).filter(({ sn_code }) => !known.has(sn_code)) : []
  // Those that have the points and found no room above would be taken for others.
  const rest = more(first) > 0 ? more(first) : more(all)
  const failure = any.failure ?? alike.failure
  const noDevice = none === undefined ? (like || isSource ? null : t.all) : none
  const list = (rows: typeof others, label?: string) => (
    <ul aria-label={label}>
      {noDevice !== null && wanted === '' && (
        <li>
          <DeviceButton name={noDevice} isChosen={sn === ''} onPress={() => onChoose('')} />
        </li>
      )}
      {rows.map(({ sn_code, dev_alias }) => {
        const isChosen = like ? sn.includes(sn_code) : sn === sn_code
        return (
          <li key={sn_code}>
            <DeviceButton
              name={dev_alias}
              note={sn_code}
              isChosen={isChosen}
              isDisabled={isFull && !isChosen}
              onPress={() => onChoose(sn_code)}
            />
          </li>
        )
      })}
    </ul>
  )
  return (
    <div className="device-choice">
      <PausedSearch label={t.search} value={search} onChange={setSearch} />
      {failure && (
        <Failure
          failure={failure}
          onRetry={() => {
            any.reload()
            alike.reload()
          }}
        />
      )}
      {isFull && <p className="device-choice-quiet">{t.full({ count: like.atMost })}</p>}
      <div className="device-choice-lists">
        {offered(first).length > 0 && (
          <>
            <p className="device-choice-title">{t.alike}</p>
            {list(offered(first), t.alike)}
            {more(first) === 0 && others.length > 0 && <p className="device-choice-title">{t.others}</p>}
          </>
        )}
        {more(first) === 0 && list(others, like && t.others)}
      </div>
      {all && offered(first).length + others.length === 0 && <p className="device-choice-quiet">{t.none}</p>}
      {rest > 0 && <p className="device-choice-quiet">{t.more({ count: rest })}</p>}
    </div>
  )
}

interface DeviceButtonProps {
  name: string
  note?: string
  isChosen: boolean
  isDisabled?: boolean
  onPress: () => void
}

function DeviceButton({ name, note, isChosen, isDisabled = false, onPress }: DeviceButtonProps) {
  return (
    <button
      type="button"
      className="device-choice-one"
      aria-pressed={isChosen}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onPress()}
    >
      <span className="device-choice-name">{name}</span>
      {note && <span className="device-choice-quiet">{note}</span>}
    </button>
  )
}

import { useState } from 'react'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import type { Place } from '../../parts/map/map-view.ts'
import type { UndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { text } from './text.ts'

/** The device that is being placed, and where its pin is. */
export interface Placing {
  device: DevicePlace
  place: Place
}

/** Gives devices a position, or takes it away; each can be undone. */
export function usePlacing(reload: () => void, { done, refused }: Pick<UndoToasts, 'done' | 'refused'>) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const [current, setCurrent] = useState<Placing | null>(null)
  const [isPending, setPending] = useState(false)

  const before = ({ lat, lng }: DevicePlace): Place | null => (lat === null || lng === null ? null : [lat, lng])
  async function send({ sn_code, dev_alias: name }: DevicePlace, place: Place | null, was: Place | null) {
    setPending(true)
    const fields = (of: Place | null) => ({ lat: of?.[0] ?? null, lng: of?.[1] ?? null })
    try {
      await api.device.edit({ sn_code, ...fields(place), was: fields(was) })
      setCurrent(null)
      const undo = () => void send({ sn_code, dev_alias: name } as DevicePlace, was, place)
      done(place ? t.placed({ name }) : t.removed({ name }), undo)
    } catch (error) {
      refused(refusalText(error, lang))
    } finally {
      setPending(false)
      reload()
    }
  }
  return {
    current,
    isPending,
    begin: (device: DevicePlace, place: Place) => setCurrent({ device, place: before(device) ?? place }),
    move: ([lat, lng]: Place) =>
      // A metre: no more of it is kept.
      setCurrent((now) => now && { ...now, place: [Number(lat.toFixed(5)), Number(lng.toFixed(5))] }),
    cancel: () => setCurrent(null),
    save: () => current && void send(current.device, current.place, before(current.device)),
    remove: () => current && void send(current.device, null, before(current.device)),
  }
}

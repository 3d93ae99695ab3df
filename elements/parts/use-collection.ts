import { useStore } from '@nanostores/react'
import { atom, type ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { Collection, Known } from '../../core/stores/collection.ts'
import { useConnection } from '../context/element-context.ts'
import { type Called, isCallFailure } from './use-call.ts'

const $unwanted = atom<Known<never>>({ data: null, failure: null, isLoading: false })
const nothing = () => {}

/**
 * Data that several elements of the page need, by one call for all of them; with null as input there is no call. As with
 * `useCall`, failures are for the screen to draw, and a defect reaches the boundary.
 *
 * `useCollection(deviceGroups)`, `useCollection(deviceDetail, { sn_code })`
 */
export function useCollection<Input extends object, Data>(
  collection: Collection<Input, Data>,
  ...[input = {} as Input]: object extends Input ? [input?: Input | null] : [input: NoInfer<Input> | null]
): Called<Data> {
  const connection = useConnection()
  const shared = input && collection(connection, input)
  const { data, failure, isLoading } = useStore(shared ?? ($unwanted as ReadableAtom<Known<Data>>))
  useEffect(() => shared?.renewOld(), [shared])
  // Found when this is first shown, as after "Retry", a defect is an earlier one, and is asked for again.
  const [before] = useState(failure)
  const isRefused = failure !== null && isCallFailure(failure)
  if (failure !== null && !isRefused && failure !== before) throw failure
  return {
    data,
    last: data,
    failure: isRefused ? failure : null,
    isLoading,
    reload: shared?.renew ?? nothing,
    replace: shared?.replace ?? nothing,
  }
}

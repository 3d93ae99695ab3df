import { type ComponentType, Suspense, use, useState } from 'react'

/** How long a part that could not be fetched is left alone: React asks again at once, a person a moment later. */
const REST_MS = 1000

export type LaterPart<Props> = () => Promise<ComponentType<Props>>

/** Fetches a part once, at the first call; where that failed, a later call fetches again. */
export function laterPart<Props>(fetchPart: LaterPart<Props>): LaterPart<Props> {
  let part: Promise<ComponentType<Props>> | undefined
  return () => {
    part ??= fetchPart().catch((error) => {
      setTimeout(() => {
        part = undefined
      }, REST_MS)
      throw error
    })
    return part
  }
}

interface LaterProps<Props> {
  part: LaterPart<Props>
  isOpen: boolean
  props: Props
}

/**
 * Draws a part from the first time that it is open, and keeps it, so that it can leave with its own motion. While it is
 * on its way nothing is shown and the focus stays where it is.
 */
export function Later<Props extends object>({ isOpen, ...rest }: LaterProps<Props>) {
  const [wasOpen, setOpened] = useState(isOpen)
  if (isOpen && !wasOpen) setOpened(true)
  if (!isOpen && !wasOpen) return null
  return (
    <Suspense>
      <Fetched {...rest} />
    </Suspense>
  )
}

function Fetched<Props extends object>({ part, props }: Omit<LaterProps<Props>, 'isOpen'>) {
  const Part = use(part())
  return <Part {...props} />
}

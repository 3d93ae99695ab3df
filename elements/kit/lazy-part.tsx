import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useElement } from '../context/element-context.ts'
import { isLost } from '../context/fetch-first.ts'
import { Boundary, NotLoaded } from './Boundary.tsx'
import { Skeleton } from './Skeleton.tsx'

/**
 * A component whose chunk is fetched when it is first shown. Where that fails, only its own place says so, and a try
 * fetches again, as does the next showing: React keeps a lazy component that was rejected, so each try is a new one.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Skeleton rows={6} />,
): ComponentType<Props> {
  const begin = () => {
    const begun = { hasFailed: false, Part: null as unknown as ComponentType<Props> }
    begun.Part = lazy(async () => {
      try {
        return { default: await fetchPart() }
      } catch (cause) {
        begun.hasFailed = true
        throw isLost(cause) ? new NotLoaded('A part of this element could not be loaded', { cause }) : cause
      }
    }) as unknown as ComponentType<Props>
    return begun
  }
  let latest = begin()
  const next = () => {
    if (latest.hasFailed) latest = begin()
    return latest
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for a module, as lazy() is
  return function LazyPart(props) {
    const environment = useElement()
    // Kept by this component, which is not thrown away while its part is on its way: that suspends below it.
    const [{ Part }, setBegun] = useState(next)
    return (
      <Boundary environment={environment} onRetry={() => setBegun(next())}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

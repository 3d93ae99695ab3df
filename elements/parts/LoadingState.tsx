import { useElementState } from '../define/index.ts'

/** Says on the element that nothing of it has come yet, beside whatever is drawn meanwhile. */
export function LoadingState() {
  useElementState('loading')
  return null
}

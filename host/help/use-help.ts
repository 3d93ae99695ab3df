import { useLocation } from 'wouter'
import { matchRoute } from '../match.ts'
import { helpOf } from './help-of.ts'

/** Opens the help at the chapter of the page that is open. */
export function useHelp(): () => void {
  const [path, navigate] = useLocation()
  return () => navigate(helpOf(matchRoute(path)?.route.path ?? ''))
}

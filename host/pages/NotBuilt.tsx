import type { Route } from '../../core/catalogue/routes.ts'
import { useElement, useText } from '../../elements/define/index.ts'
import { EmptyState } from '../../elements/kit/EmptyState.tsx'
import { text } from '../text.ts'

/** What a page of the table will be, until it is built. */
export function NotBuilt({ route }: { route: Extract<Route, { built: false }> }) {
  const { lang } = useElement()
  const t = useText(text)
  return <EmptyState icon="clock" title={t.notBuilt({ name: route.title[lang] })} explanation={route.will[lang]} />
}

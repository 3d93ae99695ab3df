import { mayOpen, ROUTES } from './routes.ts'

/** Where what a search finds is opened: on the first of these pages that the caller may open. Alarms: `alarmPath`. */
const FOUND_PAGES = {
  device: ['/deviceDetail/:id'],
  virtualDevice: ['/deviceDetail/:id', '/device/virtualDevice/:product'],
  screen: ['/configureMonitor'],
  drawnScreen: ['/designConfigure/id=:id'],
  dashboard: ['/dashboard'],
  template: ['/configureManage/devTemplate'],
  person: ['/team/user'],
} as const satisfies Record<string, readonly string[]>

export type FoundPage = keyof typeof FOUND_PAGES

/** The page that a found thing is opened on, as the table of routes has it; null for whoever may open none. */
export function foundPage<Kind extends FoundPage>(
  kind: Kind,
  held: readonly string[],
): (typeof FOUND_PAGES)[Kind][number] | null {
  const pages: readonly (typeof FOUND_PAGES)[Kind][number][] = FOUND_PAGES[kind]
  return pages.find((page) => ROUTES.some((route) => route.path === page && mayOpen(route, held))) ?? null
}

import type { Text } from '../kind.ts'
import { type Box, type Control, control, type Document, screenOf, type Words } from '../screens/document.ts'
import { panel, reading, words } from '../screens/parts.ts'

const [WIDTH, HEIGHT] = [1120, 630]

/** A dashboard of its usual size. */
export const dashboardOf = (controls: readonly Control[]): Document => screenOf(WIDTH, HEIGHT, 'coloured', controls)

/**
 * A surface with its name and what stands on it, as one component: a narrow page moves it as a whole. `aside` px beside the
 * name are left for something else.
 */
export function card(
  control_id: string,
  title: Words,
  box: Box,
  members: readonly Control[],
  { aside = 0 }: { aside?: number } = {},
): Control[] {
  const [x, y, width] = box
  const name = words(title, [x + 10, y + 6, width - 20 - aside, 30], { fontSize: 15, isBold: true })
  const own = [...panel(box), name, ...members].map((member) => ({ ...member, parent: control_id }))
  return [{ ...control('group', box), control_id }, ...own]
}

/** A number that is read from far away, on a surface of its own. */
export const figure = (point: string, label: Text, box: Box, props: object = {}): Control =>
  reading(point, box, {
    label,
    labelPlace: 'top',
    fontSize: 30,
    textAlign: 'left',
    backgroundColor: 'var(--sg-surface-2)',
    ...props,
  })

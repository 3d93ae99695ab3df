import type { Text } from '../kind.ts'
import { type Box, type Control, control, type Document, screenOf, type Words } from '../screens/document.ts'
import { panel, reading, words } from '../screens/parts.ts'

const [WIDTH, HEIGHT] = [1120, 630]

/** A dashboard of its usual size. */
export const dashboardOf = (controls: readonly Control[]): Document => screenOf(WIDTH, HEIGHT, 'coloured', controls)

/** A surface with what stands on it, as one component: a narrow page moves it as a whole. */
export function card(control_id: string, box: Box, members: readonly Control[]): Control[] {
  const own = [...panel(box), ...members].map((member) => ({ ...member, parent: control_id }))
  return [{ ...control('group', box), control_id }, ...own]
}

/** The name of a card. `aside` px beside it are left for something else. */
export const cardName = (text: Words, [x, y, width]: Box, aside = 0): Control =>
  words(text, [x + 10, y + 6, width - 20 - aside, 30], { fontSize: 15, isBold: true })

/** A number that is read from far away. */
export const figure = (point: string, label: Text, box: Box, props: object = {}): Control[] => {
  const [x, y, width, height] = box
  const own = { label, labelPlace: 'top', fontSize: 28, textAlign: 'left', ...props }
  return card(`figure-${point}`, box, [reading(point, [x + 10, y + 10, width - 20, height - 20], own)])
}

/** Where a control is on its screen, px of the screen. */
export interface Place {
  readonly control_id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const middle = ({ x, y, width, height }: Place) => ({ x: x + width / 2, y: y + height / 2 })

/** As a page is read: by rows from above, each from the left. A row is what has its middle within the height of its first. */
function inReadingOrder(places: readonly Place[]): Place[] {
  const rows: Place[][] = []
  for (const place of [...places].sort((a, b) => middle(a).y - middle(b).y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && middle(place).y <= first.y + first.height) row.push(place)
    else rows.push([place])
  }
  return rows.flatMap((row) => row.sort((a, b) => middle(a).x - middle(b).x))
}

/** What is beside counts more than what is further on: from a column of controls Down stays in it. */
const ASIDE = 2

function nearestBelow(places: readonly Place[], from: Place, sign: 1 | -1): Place | undefined {
  const at = middle(from)
  let best: Place | undefined
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const { x, y } = middle(place)
    const ahead = (y - at.y) * sign
    if (ahead <= Math.min(from.height, place.height) / 2) continue
    const distance = ahead + ASIDE * Math.abs(x - at.x)
    if (distance >= least) continue
    best = place
    least = distance
  }
  return best
}

/**
 * The control to which a key of the keyboard leads from another; undefined where it leads nowhere. Left and right, as the
 * screen is read, come to every control; up and down to the nearest one.
 */
export function nextControl(places: readonly Place[], from: string, key: string): string | undefined {
  const current = places.find(({ control_id }) => control_id === from)
  if (!current) return undefined
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return nearestBelow(places, current, key === 'ArrowDown' ? 1 : -1)?.control_id
  const order = inReadingOrder(places)
  const at = order.indexOf(current)
  const to: Record<string, Place | undefined> = {
    ArrowLeft: order[at - 1],
    ArrowRight: order[at + 1],
    Home: order[0],
    End: order.at(-1),
  }
  return Object.hasOwn(to, key) ? to[key]?.control_id : undefined
}

import { expect, test } from 'vitest'
import { Entry } from './entry.ts'
import { Motion } from './motion.ts'
import { placeholderOf } from './placeholder.ts'

const AREA = { left: 0, top: 0, right: 100, bottom: 100 }

function moving(motion: Motion, fps: number, flicker = 0): Entry {
  const entry = new Entry({
    control_id: 'pump',
    definition: { ...placeholderOf('pump'), motion: () => fps },
    state: {
      props: {},
      x: 0,
      y: 0,
      width: 10,
      height: 10,
      angle: 0,
      flip_x: false,
      flip_y: false,
      opacity: 1,
      visible: true,
      flicker,
      quality: null,
      alarm_level: 0,
      data_time: null,
    },
    isStatic: true,
  })
  entry.box = { left: 0, top: 0, right: 10, bottom: 10 }
  motion.update(entry)
  return entry
}

/** How often it was due in so many ms of frames of 60 Hz, from a whole second on. */
function dueIn(motion: Motion, ms: number, area = AREA): number {
  let due = 0
  const from = 100_000 - (performance.timeOrigin % 1000)
  for (let at = from; at < from + ms; at += 1000 / 60) motion.tick(at, area, () => (due += 1))
  return due
}

test('a control moves as often as it asks for, and with its page’s frames at most', () => {
  const motion = new Motion(() => 0)
  const entry = moving(motion, 10)
  expect(dueIn(motion, 2000)).toBeCloseTo(20, -1)
  expect(entry.motionMs % 100).toBeCloseTo(0)
  const fast = new Motion(() => 0)
  moving(fast, 1000)
  expect(dueIn(fast, 1000)).toBeLessThanOrEqual(61)
})

test('what is out of sight is not moved, and wants no frame', () => {
  const motion = new Motion(() => 0)
  moving(motion, 10)
  const elsewhere = { left: 500, top: 500, right: 600, bottom: 600 }
  expect(dueIn(motion, 1000, elsewhere)).toBe(0)
  expect(motion.tick(5, elsewhere, () => {})).toBe(Number.POSITIVE_INFINITY)
})

test('the next frame is wanted when the next one is due', () => {
  const motion = new Motion(() => 0)
  moving(motion, 2)
  const waitMs = motion.tick(123_456, AREA, () => {})
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(500)
})

test('a flicker of a hundredth of a second changes six times a second at most', () => {
  const motion = new Motion(() => 0)
  moving(motion, 0, 0.01)
  expect(dueIn(motion, 2000)).toBeLessThanOrEqual(13)
})

test('who wants no motion has none, but a clock goes on', () => {
  const motion = new Motion(() => 1234)
  const belt = moving(motion, 25, 0.5)
  const clock = moving(motion, 1)
  motion.reduce(true, () => {})
  expect([belt.motionMs, belt.isDimmed, clock.motionMs]).toEqual([0, false, 0])
  const due = new Set<Entry>()
  for (let at = 0; at < 3000; at += 16) motion.tick(at, AREA, (entry) => due.add(entry))
  expect([...due]).toEqual([clock])
  expect(clock.shownTime).toBe(1234)
})

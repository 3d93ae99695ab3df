import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { lettersOf, placeOf, see } from '../../../../tests/server/eyes.ts'
import { openBudgets } from '../../limits/rates.ts'
import { LETTERS } from './letters.ts'
import { openLoginChecks } from './login-checks.ts'

const opened = (isOn = true) => {
  const clock = { time: 1_000_000 }
  return {
    clock,
    checks: openLoginChecks(
      isOn,
      openBudgets(1, () => clock.time),
      () => clock.time,
    ),
  }
}
const refusedWith = (code: string) => expect.objectContaining({ code })
const codeOf = async (work: () => unknown) => {
  try {
    await work()
    return '100001'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the puzzle', () => {
  const dropped = async ({ checks, clock }: ReturnType<typeof opened>, beside = 0, afterMs = 0) => {
    const puzzle = await checks.puzzle('a')
    clock.time += afterMs
    return { ...puzzle, pass: checks.solve(puzzle.puzzle_id, placeOf(puzzle) + beside) }
  }

  test('the puzzle gives a pass for one sign-in to whoever drops the piece where it belongs', async () => {
    const { checks } = opened()
    const { pass } = await dropped({ checks, clock: { time: 0 } })
    expect(pass).toMatch(/^[\w-]{24}$/)
    checks.takePass(pass as string)
    expect(() => checks.takePass(pass as string)).toThrow(refusedWith('100024'))
  })

  test.each([
    [0, true],
    [5, true],
    [-5, true],
    [6, false],
    [-6, false],
  ])('a piece dropped %i pixels beside the place solves the puzzle: %s', async (beside, isSolved) => {
    expect((await dropped(opened(), beside)).pass !== null).toBe(isSolved)
  })

  test('the puzzle is used up by a wrong drop, and by a right one', async () => {
    const side = opened()
    for (const beside of [40, 0]) {
      const puzzle = await dropped(side, beside)
      expect(side.checks.solve(puzzle.puzzle_id, placeOf(puzzle))).toBeNull()
    }
  })

  test('the puzzle is good for 2 minutes, and so is its pass', async () => {
    const side = opened()
    expect((await dropped(side, 0, 2 * MINUTE_MS)).pass).toBeNull()
    const { pass } = await dropped(side, 0, 2 * MINUTE_MS - 1)
    expect(pass).not.toBeNull()
    side.clock.time += 2 * MINUTE_MS
    expect(() => side.checks.takePass(pass as string)).toThrow(refusedWith('100024'))
  })

  test('a puzzle of an unknown id is not solved, and no pass is none', async () => {
    const { checks } = opened()
    expect(checks.solve('nothing', 100)).toBeNull()
    for (const pass of [undefined, '', 'nothing']) expect(() => checks.takePass(pass)).toThrow(refusedWith('100024'))
  })

  test('the puzzle is two PNGs of the stated size with nothing in them but pixels', async () => {
    const { puzzle_id, picture, piece, ...others } = await opened().checks.puzzle('a')
    expect(others).toEqual({ width: expect.any(Number), height: expect.any(Number), piece_width: expect.any(Number) })
    expect(puzzle_id).toMatch(/^[\w-]{24}$/)
    for (const [png, width] of [
      [picture, others.width],
      [piece, others.piece_width],
    ] as const) {
      const seen = see(png)
      expect(seen.bytes.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
      expect([seen.width, seen.height]).toEqual([width, others.height])
      expect(seen.chunks).toEqual(['IHDR', 'IDAT', 'IEND'])
    }
  })

  test('the puzzle has its gap in many places', async () => {
    const { checks } = opened()
    const puzzles = await Promise.all([...Array(8).keys()].map(() => checks.puzzle('a')))
    const places = new Set(puzzles.map(placeOf))
    expect(places.size).toBeGreaterThan(3)
  })
})

describe('the graphic code', () => {
  let count = 0
  /** Draws codes until one is read right, as people do who misread one. */
  async function read(
    { checks, clock }: ReturnType<typeof opened>,
    as = (letters: string) => letters,
    afterMs = 0,
    tries = 15,
  ) {
    for (let i = 0; i < tries; i++) {
      const check_code = `code-${++count}-abc`
      const letters = lettersOf(await checks.graphicCode(check_code, `${count}`))
      clock.time += afterMs
      if ((await codeOf(() => checks.takeGraphicCode(check_code, as(letters)))) === '100001')
        return { check_code, letters }
    }
    return null
  }

  test('the graphic code is read from its picture and good once', async () => {
    const side = opened()
    const known = await read(side)
    expect(known?.letters).toMatch(new RegExp(`^[${Object.keys(LETTERS).join('')}]{4}$`))
    expect(() => side.checks.takeGraphicCode(known?.check_code, known?.letters)).toThrow(refusedWith('110002'))
  })

  test('the graphic code is compared in any case, with blanks around it', async () => {
    expect(await read(opened(), (letters) => ` ${letters.toLowerCase()} `)).not.toBeNull()
  })

  test('the graphic code is good for 2 minutes', async () => {
    expect(await read(opened(), undefined, 2 * MINUTE_MS - 1)).not.toBeNull()
    expect(await read(opened(), undefined, 2 * MINUTE_MS, 5)).toBeNull()
  })

  test('the graphic code is used up by wrong letters', async () => {
    const side = opened()
    for (let n = 0; n < 6; n++) {
      const letters = lettersOf(await side.checks.graphicCode(`wrong-${n}`, 'a'))
      for (const sent of ['1111', letters])
        expect(await codeOf(() => side.checks.takeGraphicCode(`wrong-${n}`, sent))).toBe('110002')
    }
  })

  test('a graphic code requested again under the same number is another one', async () => {
    const { checks } = opened()
    expect(await checks.graphicCode('same-number', 'a')).not.toBe(await checks.graphicCode('same-number', 'a'))
  })

  test('a graphic code for no name, without a number and without letters is wrong', async () => {
    const { checks } = opened()
    await checks.graphicCode('some-number', 'a')
    const tries = [
      [undefined, undefined],
      [undefined, 'ACDE'],
      ['some-number', undefined],
      ['another-number', ''],
    ] as const
    for (const [number, letters] of tries)
      expect(() => checks.takeGraphicCode(number, letters)).toThrow(refusedWith('110002'))
  })

  test('the graphic code is a PNG with nothing in it but pixels', async () => {
    const seen = see(await opened().checks.graphicCode('a-number', 'a'))
    expect([seen.width, seen.height]).toEqual([120, 44])
    expect(seen.chunks).toEqual(['IHDR', 'IDAT', 'IEND'])
  })
})

test('one address has 60 pictures a minute drawn, of both kinds together; others have their own', async () => {
  const { clock, checks } = opened()
  for (let i = 0; i < 30; i++) {
    await checks.puzzle('a')
    await checks.graphicCode(`number-${i}`, 'a')
  }
  const tooOften = expect.objectContaining({ code: '100019', status: 429 })
  await expect(checks.puzzle('a')).rejects.toEqual(tooOften)
  await expect(checks.graphicCode('one-more', 'a')).rejects.toEqual(tooOften)
  await checks.puzzle('b')
  clock.time += MINUTE_MS
  await checks.puzzle('a')
})

test('a whole site of IPv6 has as many pictures drawn as four networks', async () => {
  const { checks } = opened()
  const drawn: string[] = []
  for (let i = 0; i < 300; i++)
    drawn.push(await codeOf(() => checks.graphicCode(`number-${i}`, `2001:db8:1:${i}::/64`)))
  expect(drawn.filter((code) => code === '100001')).toHaveLength(240)
  expect(await codeOf(() => checks.graphicCode('another', '2001:db8:2:0::/64'))).toBe('100001')
})

test('pictures are drawn in turns of who asks for them, and beside the server', async () => {
  const { checks } = opened()
  let drawn = 0
  const flood = Array.from({ length: 300 }, async (_, i) => {
    await checks.graphicCode(`number-${i}`, `192.0.2.${i % 10}`)
    drawn += 1
  })
  await checks.graphicCode('mine', '198.51.100.1')
  // One of each who waits, and what was begun.
  expect(drawn).toBeLessThan(20)
  await Promise.all(flood)
})

test('automated tests sign in without a check', async () => {
  const { checks } = opened(false)
  expect(checks.isOn).toBe(false)
  checks.takePass(undefined)
  checks.takeGraphicCode(undefined, undefined)
})

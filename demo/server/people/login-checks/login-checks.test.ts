import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { lettersOf, placeOf, see } from '../../../../tests/server/eyes.ts'
import { familiar } from '../../limits/familiar.ts'
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
const codeOf = (work: () => unknown) => {
  try {
    work()
    return '100001'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the puzzle', () => {
  const dropped = ({ checks, clock }: ReturnType<typeof opened>, beside = 0, afterMs = 0) => {
    const puzzle = checks.puzzle('a')
    clock.time += afterMs
    return { ...puzzle, pass: checks.solve(puzzle.puzzle_id, placeOf(puzzle) + beside) }
  }

  test('the puzzle gives a pass for one sign-in to whoever drops the piece where it belongs', () => {
    const { checks } = opened()
    const { pass } = dropped({ checks, clock: { time: 0 } })
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
  ])('a piece dropped %i pixels beside the place solves the puzzle: %s', (beside, isSolved) => {
    expect(dropped(opened(), beside).pass !== null).toBe(isSolved)
  })

  test('the puzzle is used up by a wrong drop, and by a right one', () => {
    const side = opened()
    for (const beside of [40, 0]) {
      const puzzle = dropped(side, beside)
      expect(side.checks.solve(puzzle.puzzle_id, placeOf(puzzle))).toBeNull()
    }
  })

  test('the puzzle is good for 2 minutes, and so is its pass', () => {
    const side = opened()
    expect(dropped(side, 0, 2 * MINUTE_MS).pass).toBeNull()
    const { pass } = dropped(side, 0, 2 * MINUTE_MS - 1)
    expect(pass).not.toBeNull()
    side.clock.time += 2 * MINUTE_MS
    expect(() => side.checks.takePass(pass as string)).toThrow(refusedWith('100024'))
  })

  test('a puzzle of an unknown id is not solved, and no pass is none', () => {
    const { checks } = opened()
    expect(checks.solve('nothing', 100)).toBeNull()
    for (const pass of [undefined, '', 'nothing']) expect(() => checks.takePass(pass)).toThrow(refusedWith('100024'))
  })

  test('the puzzle is two PNGs of the stated size with nothing in them but pixels', () => {
    const { puzzle_id, picture, piece, ...others } = opened().checks.puzzle('a')
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

  test('the puzzle has its gap in many places', () => {
    const { checks } = opened()
    const places = new Set([...Array(8).keys()].map(() => placeOf(checks.puzzle('a'))))
    expect(places.size).toBeGreaterThan(3)
  })
})

describe('the graphic code', () => {
  let count = 0
  /** Draws codes until one is read right, as people do who misread one. */
  function read(
    { checks, clock }: ReturnType<typeof opened>,
    as = (letters: string) => letters,
    afterMs = 0,
    tries = 15,
  ) {
    for (let i = 0; i < tries; i++) {
      const check_code = `code-${++count}-abc`
      const letters = lettersOf(checks.graphicCode(check_code, `${count}`))
      clock.time += afterMs
      if (codeOf(() => checks.takeGraphicCode(check_code, as(letters))) === '100001') return { check_code, letters }
    }
    return null
  }

  test('the graphic code is read from its picture and good once', () => {
    const side = opened()
    const known = read(side)
    expect(known?.letters).toMatch(new RegExp(`^[${Object.keys(LETTERS).join('')}]{4}$`))
    expect(() => side.checks.takeGraphicCode(known?.check_code, known?.letters)).toThrow(refusedWith('110002'))
  })

  test('the graphic code is compared in any case, with blanks around it', () => {
    expect(read(opened(), (letters) => ` ${letters.toLowerCase()} `)).not.toBeNull()
  })

  test('the graphic code is good for 2 minutes', () => {
    expect(read(opened(), undefined, 2 * MINUTE_MS - 1)).not.toBeNull()
    expect(read(opened(), undefined, 2 * MINUTE_MS, 5)).toBeNull()
  })

  test('the graphic code is used up by wrong letters', () => {
    const side = opened()
    const isTakenAfterAWrongOne = [...Array(6).keys()].some((n) => {
      const letters = lettersOf(side.checks.graphicCode(`wrong-${n}`, 'a'))
      expect(codeOf(() => side.checks.takeGraphicCode(`wrong-${n}`, '1111'))).toBe('110002')
      return codeOf(() => side.checks.takeGraphicCode(`wrong-${n}`, letters)) === '100001'
    })
    expect(isTakenAfterAWrongOne).toBe(false)
  })

  test('a graphic code requested again under the same number is another one', () => {
    const { checks } = opened()
    expect(checks.graphicCode('same-number', 'a')).not.toBe(checks.graphicCode('same-number', 'a'))
  })

  test('a graphic code for no name, without a number and without letters is wrong', () => {
    const { checks } = opened()
    checks.graphicCode('some-number', 'a')
    const tries = [
      [undefined, undefined],
      [undefined, 'ACDE'],
      ['some-number', undefined],
      ['another-number', ''],
    ] as const
    for (const [number, letters] of tries)
      expect(() => checks.takeGraphicCode(number, letters)).toThrow(refusedWith('110002'))
  })

  test('the graphic code is a PNG with nothing in it but pixels', () => {
    const seen = see(opened().checks.graphicCode('a-number', 'a'))
    expect([seen.width, seen.height]).toEqual([120, 44])
    expect(seen.chunks).toEqual(['IHDR', 'IDAT', 'IEND'])
  })
})

test('one address has 60 pictures a minute drawn, of both kinds together; others have their own', () => {
  const { clock, checks } = opened()
  for (let i = 0; i < 30; i++) {
    checks.puzzle('a')
    checks.graphicCode(`number-${i}`, 'a')
  }
  const tooOften = expect.objectContaining({ code: '100019', status: 429 })
  expect(() => checks.puzzle('a')).toThrow(tooOften)
  expect(() => checks.graphicCode('one-more', 'a')).toThrow(tooOften)
  checks.puzzle('b')
  clock.time += MINUTE_MS
  checks.puzzle('a')
})

test('a whole site of IPv6 has as many pictures drawn as four networks', () => {
  const { checks } = opened()
  const drawn = Array.from({ length: 300 }, (_, i) =>
    codeOf(() => checks.graphicCode(`number-${i}`, `2001:db8:1:${i}::/64`)),
  )
  expect(drawn.filter((code) => code === '100001')).toHaveLength(240)
  expect(codeOf(() => checks.graphicCode('another', '2001:db8:2:0::/64'))).toBe('100001')
})

test('unregistered visitors who use up their pictures leave those of familiar browsers', () => {
  const { checks } = opened()
  const drawn = Array.from({ length: 1600 }, (_, i) => codeOf(() => checks.graphicCode(`number-${i}`, `192.0.${i}`)))
  expect(drawn.filter((code) => code === '100001')).toHaveLength(1500)
  expect(codeOf(() => checks.graphicCode('mine', familiar('a.b')))).toBe('100001')
})

test('automated tests sign in without a check', () => {
  const { checks } = opened(false)
  expect(checks.isOn).toBe(false)
  checks.takePass(undefined)
  checks.takeGraphicCode(undefined, undefined)
})

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useConnection } from '../../define/index.ts'
import { isCallFailure, useCall } from '../../parts/use-call.ts'

type Verdict = 'none' | 'checking' | 'wrong' | 'late' | 'unchecked' | 'solved'

/** Which text says how it stands. */
export type PuzzleStand = Verdict | 'loading' | 'unreachable' | 'tooMany'

/** A puzzle from the server, and its check: each is valid once, right or wrong. */
export function usePuzzle(onSolved: (puzzle_pass: string) => void) {
  const { api } = useConnection()
  const called = useCall(api.loginCheck.puzzle, {})
  const { data: drawn, failure, reload } = called
  const [verdict, setVerdict] = useState<Verdict>('none')
  const [used, setUsed] = useState('')
  const shownTime = useRef(Number.POSITIVE_INFINITY)
  // What is typed while the piece is checked counts.
  const solved = useRef(onSolved)
  useEffect(() => {
    solved.current = onSolved
  })
  const id = drawn?.puzzle_id
  // Before it can be dropped: an effect may come later than the first key.
  useLayoutEffect(() => {
    if (id) shownTime.current = Date.now()
  }, [id])

  const isFresh = drawn !== null && drawn.puzzle_id !== used
  const isReady = isFresh && verdict !== 'checking' && verdict !== 'solved'

  function another() {
    if (drawn) setUsed(drawn.puzzle_id)
    reload()
  }

  async function check(left: number) {
    if (!drawn || !isReady) return
    const isLate = Date.now() - shownTime.current > LIMITS.loginPuzzleTtlMs
    setVerdict('checking')
    try {
      const { puzzle_pass } = await api.loginCheck.solve({ puzzle_id: drawn.puzzle_id, left })
      if (puzzle_pass !== null) {
        setVerdict('solved')
        return solved.current(puzzle_pass)
      }
      setVerdict(isLate ? 'late' : 'wrong')
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setVerdict('unchecked')
    }
    another()
  }

  let stand: PuzzleStand = verdict
  if (!isFresh && verdict !== 'checking') {
    const isTooMany = failure instanceof ApiError && failure.code === '100019'
    if (failure && !called.isLoading) stand = isTooMany ? 'tooMany' : 'unreachable'
    else if (verdict === 'none') stand = 'loading'
  }
  return {
    /** Drawn also while the next one is on its way. */
    drawn,
    stand,
    isReady,
    /** The user moves the piece again: what was said of the last one is over. */
    begin: () => setVerdict((before) => (before === 'checking' || before === 'solved' ? before : 'none')),
    check,
    another: () => {
      setVerdict('none')
      another()
    },
  }
}

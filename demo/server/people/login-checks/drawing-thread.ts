import { answerInThread } from '../../limits/thread-program.ts'
import { drawGraphicCode } from './graphic-code.ts'
import { drawPuzzle } from './puzzle.ts'

/** What a thread draws, each in some 8 ms. */
const DRAWN = { puzzle: drawPuzzle, graphicCode: drawGraphicCode }
export type Drawn = { [Kind in keyof typeof DRAWN]: ReturnType<(typeof DRAWN)[Kind]> }

answerInThread((kind: keyof Drawn) => DRAWN[kind]())

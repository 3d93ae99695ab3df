import { piecesOf } from '../limits/pieces.ts'

/** Characters of documents, and documents, of which one statement is made. */
const TEXT_AT_ONCE = 1 << 20
const DOCUMENTS_AT_ONCE = 200

/** Documents in pieces, each for one statement. */
export const textPieces = <T>(documents: readonly T[], lengthOf: (document: T) => number): AsyncGenerator<T[]> =>
  piecesOf(documents, lengthOf, TEXT_AT_ONCE, DOCUMENTS_AT_ONCE)

/** Characters of documents, and documents, of which one statement is made. */
const TEXT_AT_ONCE = 1 << 20
const DOCUMENTS_AT_ONCE = 200

/** Documents in pieces, each for one statement; a document that is larger by itself is a piece of its own. */
export function* textPieces<T>(documents: readonly T[], lengthOf: (document: T) => number): Generator<T[]> {
  let piece: T[] = []
  let length = 0
  for (const document of documents) {
    const more = lengthOf(document)
    if (piece.length === DOCUMENTS_AT_ONCE || (piece.length > 0 && length + more > TEXT_AT_ONCE)) {
      yield piece
      piece = []
      length = 0
    }
    piece.push(document)
    length += more
  }
  if (piece.length > 0) yield piece
}

/** Things in pieces of bounded weight and number, in their order; one that weighs more by itself is a piece of its own. */
export async function* piecesOf<T>(
  things: Iterable<T> | AsyncIterable<T>,
  weightOf: (thing: T) => number,
  most: number,
  mostThings = most,
): AsyncGenerator<T[]> {
  let piece: T[] = []
  let weight = 0
  for await (const thing of things) {
    const more = weightOf(thing)
    if (piece.length === mostThings || (piece.length > 0 && weight + more > most)) {
      yield piece
      piece = []
      weight = 0
    }
    piece.push(thing)
    weight += more
  }
  if (piece.length > 0) yield piece
}

/** What a regular expression is made of. `check` takes nothing and may fail: an end, a word's edge, a look around. */
export type Node =
  | { type: 'sign'; takes: bigint }
  | { type: 'start' | 'check' }
  | { type: 'all' | 'either'; parts: Node[] }
  | { type: 'repeat'; part: Node; least: number; most: number }

const PLAIN = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code))
/** Characters that distinguish classes; those that a pattern names are added. */
const SAMPLES = [...PLAIN, '\u00a0', 'é', '中', '＝', '１', '\u2028']

/** The parts of a pattern, and the patterns of what it looks around for. */
export function readPattern(source: string, flags: string): { tree: Node; around: Node[] } {
  const samples = [...new Set([...SAMPLES, ...source])]
  const around: Node[] = []
  const read = flags.replaceAll(/[gy]/g, '')
  let at = 0

  const sign = (token: string): Node => {
    const one = new RegExp(`^(?:${token})$`, read)
    const takes = samples.reduce((sum, sample, i) => (one.test(sample) ? sum | (1n << BigInt(i)) : sum), 0n)
    // A sign that is no sample, by its number, takes what nothing else does.
    return { type: 'sign', takes: takes || 1n << BigInt(samples.length + at) }
  }
  function taken(text: string): boolean {
    const isThere = source.startsWith(text, at)
    if (isThere) at += text.length
    return isThere
  }

  function either(): Node {
    const parts = [all()]
    while (taken('|')) parts.push(all())
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'either', parts }
  }
  function all(): Node {
    const parts: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(counted(one()))
    return { type: 'all', parts }
  }
  function counted(part: Node): Node {
    const [whole, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(source.slice(at)) ?? []
    const bounds = whole
      ? [Number(least), comma ? Number(most || Number.POSITIVE_INFINITY) : Number(least)]
      : { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] }[source[at] ?? '']
    if (!bounds) return part
    at += whole?.length ?? 1
    taken('?')
    return { type: 'repeat', part, least: bounds[0] as number, most: bounds[1] as number }
  }
  function one(): Node {
    if (taken('^')) return { type: 'start' }
    if (taken('$')) return { type: 'check' }
    if (source[at] === '(') return group()
    const [token = ''] =
      /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|c[A-Za-z]|\d+|.)|\[(?:\\.|[^\]\\])*\]|.)/su.exec(
        source.slice(at),
      ) ?? []
    at += token.length
    return /^\\(?:[bBk]|[1-9])/.test(token) ? { type: 'check' } : sign(token)
  }
  function group(): Node {
    const [opening = ''] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(source.slice(at)) ?? []
    at += opening.length
    const inner = either()
    at += 1
    if (!/[=!]$/.test(opening)) return inner
    around.push(inner)
    return { type: 'check' }
  }
  return { tree: either(), around }
}

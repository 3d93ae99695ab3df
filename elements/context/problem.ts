import type { Problem } from '../../core/catalogue/problems.ts'
import { isOfToken, LINE_WORDS } from '../../core/connection/line.ts'
import type { Lang } from '../../core/text/define-text.ts'
import { pageProperties } from './page-properties.ts'

/** Where something went wrong: in what the page wrote, on the way to the console, with the token, in the console's answer, in the drawing, or in the loading of the kit's files. */
export type Phase = 'attribute' | 'connection' | 'token' | 'data' | 'render' | 'load'

/** `detail` of `sg-error`. */
export interface ProblemDetail {
  phase: Phase
  problem: Problem
  /** One sentence in the element's language that says what to mend. */
  message: string
  /** The page of the docs about it; null where the console's address is not known. */
  docs: string | null
  /** Which attribute, what was read. */
  detail?: string
  /** The server's code of a refusal. */
  code?: string
  error?: Error
}

/** A problem in words. */
export type ReportedProblem = Pick<ProblemDetail, 'problem' | 'message' | 'docs'>

/** Of kits that a console serves; one that was bundled into a page does not know its console. */
const [, servedFrom] = /^(https?:.*\/)elements\//.exec(import.meta.url) ?? []

/** The sentence and the docs for a problem's name. The table comes with the first problem: pages that work need none. */
export async function inWords(name: string, lang: Lang, baseUrl?: string): Promise<ReportedProblem> {
  const table = await import('../../core/catalogue/problems.ts').catch(() => null)
  // A table that does not come is away with its server.
  if (!table) return { problem: name as Problem, message: `${LINE_WORDS.offline[lang]} (${name})`, docs: null }
  const problem = table.problemNamed(name)
  // The address that the page gives may be what is wrong: where the kit came from, there are docs.
  const docsAt = servedFrom ?? baseUrl
  const message = table.PROBLEMS[problem][lang].replace('{{names}}', () => pageProperties().join(', '))
  return { problem, message, docs: docsAt ? table.docsOf(docsAt, problem) : null }
}

/** Of a connection's problem. */
export const phaseOf = (name: string): Phase =>
  isOfToken(name) ? 'token' : /^(view|trusted|page)/.test(name) ? 'render' : 'connection'

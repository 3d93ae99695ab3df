import { createRepeats } from './repeats.ts'

export interface Log {
  info(message: string): void
  /** What an operator has to know although nothing is wrong with the program. */
  warn(message: string): void
  /** A defect or an outage; holds no secret. */
  error(message: string, error: unknown): void
}

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const SETTLE_MS = 5000

interface Line {
  message: string
  error: unknown
}

/** Alike but for their numbers: ports, times and counts differ where the cause does not. */
const keyOf = ({ message, error }: Line): string => `${message}: ${firstLineOf(error)}`.replace(/\d+/g, '#')

function firstLineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  const { name, message } = error
  return `${name}: ${message.split('\n')[0]?.slice(0, 200)}`
}

/**
 * The server's own log. An outage fails a hundred times a second: of errors that are alike the first is written whole, and
 * each minute how many followed.
 */
export function openLog(
  level: LogLevel,
  out: { log(line: string): void; error(line: string, ...more: unknown[]): void } = console,
  now: () => number = Date.now,
): Log & { close(): void } {
  const isWritten = (of: LogLevel) => LOG_LEVELS.indexOf(of) <= LOG_LEVELS.indexOf(level)
  const repeats = createRepeats<Line>(({ message, error }, count) => {
    if (count === 0) out.error(`${message}:`, error)
    else out.error(`${message}: ${firstLineOf(error)} (${count} more within a minute)`)
  }, now)
  const timer = setInterval(() => repeats.settle(now()), SETTLE_MS).unref()

  return {
    // What the server does by itself, line after line, is for who looks for something.
    info: (message) => isWritten('debug') && out.log(message),
    warn: (message) => isWritten('warn') && out.error(message),
    error: (message, error) => {
      const line = { message, error }
      repeats.add(keyOf(line), line)
    },
    close: () => {
      clearInterval(timer)
      repeats.settle(Infinity)
    },
  }
}

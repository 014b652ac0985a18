import { seal } from './guard.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface Logger {
  debug(...details: unknown[]): void
  info(...details: unknown[]): void
  warn(...details: unknown[]): void
  error(...details: unknown[]): void
}

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Writes messages of at least this `level` to the console, prefixed with the plugin's name. */
export function createLogger(level: LogLevel, who: string): Logger {
  const write =
    (at: 'debug' | 'info' | 'warn' | 'error') =>
    (...details: unknown[]): void => {
      if (logLevels.indexOf(at) < logLevels.indexOf(level)) return
      try {
        console[at](`[${who}]`, ...details)
      } catch {
        console[at](`[${who}]`, 'something that cannot be shown') // consoles call getters, and hostile ones throw
      }
    }
  return seal({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') })
}

import { seal } from './guard.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface Logger {
  debug(...details: unknown[]): void
  info(...details: unknown[]): void
  warn(...details: unknown[]): void
  error(...details: unknown[]): void
}

export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Creates a logger that writes messages of at least this `level` to the console, prefixed with the plugin's name. */
export function createLogger(level: LogLevel, plugin: string): Logger {
  const write =
    (method: 'debug' | 'info' | 'warn' | 'error') =>
    (...details: unknown[]): void => {
      if (logLevels.indexOf(method) < logLevels.indexOf(level)) return
      try {
        console[method](`[${plugin}]`, ...details)
      } catch {
        console[method](`[${plugin}]`, 'a value that cannot be displayed') // the console calls getters, which may throw
      }
    }
  return seal({ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') })
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface Logger {
  debug(...details: unknown[]): void
  info(...details: unknown[]): void
  warn(...details: unknown[]): void
  error(...details: unknown[]): void
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** Writes to the console what is at least as grave as `level`, with the plugin's name in front. */
export function createLogger(level: LogLevel, who: string): Logger {
  const write = (at: 'debug' | 'info' | 'warn' | 'error') => (...details: unknown[]) => {
    if (levels.indexOf(at) >= levels.indexOf(level)) console[at](`[${who}]`, ...details)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

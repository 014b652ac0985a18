import type { SignClientTypes } from '@walletconnect/types'

type Logger = Extract<SignClientTypes.Options['logger'], object>

const ignore = (): void => undefined

/**
 * A logger for the SDK that records nothing. With `logger: 'silent'`, the SDK still keeps up to 1 MB of messages as JSON, and defines a global
 * function that downloads them. Not `pino({ level: 'silent' })`: `@walletconnect/logger` exports it under no name that Node's ES modules can import.
 * @param context the name of the part of the SDK that logs, such as `core/relayer`. The SDK reads it back from the logger.
 */
export function createSilentLogger(context = ''): Logger {
  const methods = {
    silent: ignore,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  }
  const child = (bindings: { readonly context: string }): Logger => createSilentLogger(bindings.context)
  // of pino's logger, the SDK uses only these members
  return { ...methods, level: 'silent', bindings: () => ({ context }), child } as unknown as Logger
}

import type { SignClientTypes } from '@walletconnect/types'

type Logger = Extract<SignClientTypes.Options['logger'], object>

const ignore = (): void => undefined

/**
 * Logger for the SDK that records nothing. With `logger: 'silent'`, the SDK still keeps up to 1 MB of messages as JSON, and defines a global
 * function that downloads them. The logger is written here because Node's ES modules cannot import `pino` from `@walletconnect/logger` by name.
 * @param context name of the SDK's module that logs, such as `core/relayer`. The SDK reads it from `bindings()`.
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

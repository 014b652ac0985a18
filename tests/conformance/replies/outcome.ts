import { isWalletModalError, type WalletModalError } from '@wallet-modal/kernel'
import { afterAll, beforeAll, expect } from 'vitest'

/** Codes of the errors that a hostile reply may cause. */
const codes = ['INVALID_DATA', 'HTTP_STATUS', 'NETWORK_ERROR', 'TIMEOUT', 'RPC_ERROR']

/** Asserts that `error` is a `WalletModalError` with an allowed code and a message. */
export function expectTyped(error: unknown): asserts error is WalletModalError {
  if (!isWalletModalError(error)) throw new Error('not a WalletModalError', { cause: error })
  expect(codes).toContain(error.code)
  expect(error.message.length).toBeGreaterThan(0)
  expect(error.message.length).toBeLessThan(1000)
}

/** Rejects if `work` has not settled after 9 s. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not settled after 9 s')), 9000)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** After the tests of the file, asserts that there was no unhandled rejection or uncaught exception, and no polluted prototype. */
export function watchRealm(): void {
  const unhandled: unknown[] = []
  const keep = (error: unknown): void => void unhandled.push(error)
  beforeAll(() => void process.on('unhandledRejection', keep).on('uncaughtExceptionMonitor', keep))
  afterAll(async () => {
    await new Promise((next) => void setTimeout(next, 20))
    process.off('unhandledRejection', keep).off('uncaughtExceptionMonitor', keep)
    expect(unhandled).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
}

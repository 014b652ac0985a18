import { isWalletModalError, type WalletModalError } from '@wallet-modal/kernel'
import { afterAll, beforeAll, expect } from 'vitest'

/** What a hostile reply may end in. */
const codes = ['INVALID_DATA', 'HTTP_STATUS', 'NETWORK_ERROR', 'TIMEOUT', 'RPC_ERROR']

/** A typed error that says something, or the test fails with what came instead. */
export function expectTyped(error: unknown): asserts error is WalletModalError {
  if (!isWalletModalError(error)) throw new Error('not a WalletModalError', { cause: error })
  expect(codes).toContain(error.code)
  expect(error.message.length).toBeGreaterThan(0)
  expect(error.message.length).toBeLessThan(1000)
}

/** Fails where nothing came of it in time. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), 9000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Every test of the file then also shows that no rejection was left without a handler and no prototype was written to. */
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

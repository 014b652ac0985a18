import type { Context } from '@wallet-modal/kernel'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStillConnected } from './still-connected.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connection = (connectorId: string, namespace: string, title?: string) => ({
  connectorId,
  adapter: { namespace, title },
})

/** Calls the function for a wallet and returns the resulting toasts. */
function toastsWith(left: readonly object[]): readonly string[] {
  const toasts: string[] = []
  const ctx = {
    connections: { all: { peek: () => left } },
    t: (key: string, values: object) => `${key} ${JSON.stringify(values)}`,
    toast: { success: (message: () => string) => toasts.push(message()) },
    onDispose: () => undefined,
  }
  createStillConnected(ctx as unknown as Context)('Zephyr')
  vi.runAllTimers()
  return toasts
}

test('the toast names only the chain families that stay connected through the session', () => {
  const left = [
    connection('walletConnect', 'solana', 'Solana'),
    connection('comet', 'eip155', 'EVM'),
    connection('walletConnect', 'stellar'),
  ]
  expect(toastsWith(left)).toEqual(['wc.stillConnected {"wallet":"Zephyr","families":"Solana, stellar"}'])
})

test('no toast is shown if no chain family stays connected', () => {
  expect(toastsWith([connection('comet', 'eip155')])).toEqual([])
})

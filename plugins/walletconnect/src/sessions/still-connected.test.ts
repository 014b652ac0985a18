import { signal, type WalletConnection } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStillConnected } from './still-connected.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connection = (connectorId: string, namespace: string, title?: string): WalletConnection =>
  createFakeConnection({ connectorId, namespace, adapter: { title } })

/** Calls the function for a wallet and returns the resulting toasts. */
function toastsWith(left: readonly WalletConnection[]): readonly string[] {
  const toasts: string[] = []
  const ctx = createFakeContext({
    connections: { all: signal(left) },
    t: (key, values) => `${key} ${JSON.stringify(values)}`,
    toast: { success: (text) => toasts.push(typeof text === 'function' ? text() : text) },
  })
  createStillConnected(ctx)('Zephyr')
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

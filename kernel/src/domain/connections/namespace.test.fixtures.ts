/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { afterEach, beforeEach, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import type { FakeNamespace } from '../../testing/fake-namespace.js'
import { accountChanged, connected, connectFailed, disconnected, networkChanged, revokeFailed } from '../events.js'

export const key = 'wallet-modal/default/fake-fake/connector'
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await immediately()
}
export const create = (fake: FakeNamespace): WalletModal =>
  createWalletModal({ plugins: [fake.plugin()], networks: fake.networks, prefetch: 'never', logLevel: 'silent' })
export const listen = (modal: WalletModal): string[] => {
  const events: string[] = []
  for (const token of [connected, connectFailed, disconnected, networkChanged, accountChanged, revokeFailed]) {
    modal.on<unknown>(token as never, () => events.push(token.name.split('#')[1] ?? ''))
  }
  return events
}
export const state = (modal: WalletModal) => modal.connections.adapter('fake').state.peek()

/** Clears `localStorage` before each test and restores real timers after it. Each test file must call it. */
export function resetEachTest(): void {
  beforeEach(() => localStorage.clear())
  afterEach(() => void vi.useRealTimers())
}

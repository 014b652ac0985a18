/// <reference types="node" />
import { setImmediate as immediately } from 'node:timers/promises'
import { afterEach, beforeEach, vi } from 'vitest'
import { createWalletModal } from '../../modal/modal.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { definePlugin } from '../../plugins/plugin.js'
import type { FakeNamespace } from '../../testing/fake-namespace.js'
import { accountChanged, connected, connectFailed, disconnected, networkChanged } from '../events.js'
import type { Connector } from './connector.js'
import './machine.js'
import './actions.js'
import { connectors } from '../slots.js'

export const key = 'wallet-modal/default/fake-fake/connector'
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn++) await immediately()
}

const pluginWith = (...offered: readonly Connector[]) =>
  definePlugin({
    name: 'further-wallets',
    kernel: '^0.1',
    setup: (ctx) => offered.forEach((one) => void ctx.add(connectors, one)),
  })

export const create = (fake: FakeNamespace, ...more: readonly Connector[]): WalletModal =>
  createWalletModal({
    plugins: [fake.plugin(), pluginWith(...more)()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })

export const listen = (modal: WalletModal): string[] => {
  const events: string[] = []
  for (const token of [connected, connectFailed, disconnected, networkChanged, accountChanged])
    modal.on<unknown>(token as never, () => events.push(token.name.split('#')[1] ?? ''))
  return events
}

export const adapter = (modal: WalletModal) => modal.connections.adapter('fake')
export const state = (modal: WalletModal) => adapter(modal).state.peek()
export const live = (modal: WalletModal): readonly string[] =>
  adapter(modal)
    .connections.peek()
    .map(({ connectorId, account }) => `${connectorId} ${account.address}`)

export async function both(fake: FakeNamespace): Promise<WalletModal> {
  const modal = create(fake)
  await modal.connections.connect(fake.wallet.connector)
  await modal.connections.connect(fake.other.connector)
  return modal
}

export function resetEachTest(): void {
  beforeEach(() => localStorage.clear())
  afterEach(() => void vi.useRealTimers())
}

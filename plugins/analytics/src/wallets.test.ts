import { type ConnectionState, connectors, effect, type Route, signal, view } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, FakeWallet } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import { recordSelections } from './wallets.js'

const breeze = new FakeWallet({ id: 'breeze', name: 'Breeze', caipNetworkId: 'eip155:1' })

/** Context of a modal with these wallets. The test sets the displayed view, and the state of the namespace. */
function contextOf(...wallets: readonly FakeWallet[]) {
  const state = signal<ConnectionState>({ status: 'disconnected' })
  const current = signal<Route | null>(null)
  const { adapter } = createFakeConnection({ caipNetworkId: 'eip155:1', adapter: { state } })
  const ctx = createFakeContext({
    ...{ effect, router: { current } },
    connections: { adapters: signal([adapter]) },
  })
  for (const { connector } of wallets) ctx.add(connectors, connector)
  return { ctx, state, current }
}

it('reports no view for a wallet that the site connects while the modal is closed', async () => {
  const { ctx, state } = contextOf(breeze)
  const reported: unknown[] = []
  const visit = { current: () => undefined, previous: () => '@wallet-modal/connect#Connect' }
  const selection = recordSelections(ctx, { report: (...event) => reported.push(event), visit })
  state.value = { status: 'connecting', connectorId: 'breeze' }
  await Promise.resolve()
  expect(reported).toEqual([['SELECT_WALLET', { name: 'Breeze', platform: 'browser' }]])
  expect(selection.view()).toBeUndefined()
})

describe('the view of CONNECT_SUCCESS', () => {
  /** Recorder of selections in which the visitor has selected the wallet Breeze in the view AllWallets. */
  function selectedInAllWallets() {
    const email = new FakeWallet({ id: 'email', name: 'Email', type: 'AUTH', caipNetworkId: 'eip155:1' })
    const { ctx, state, current } = contextOf(breeze, email)
    let [key, previousView, currentView]: [number, string | undefined, string | undefined] = [0, undefined, undefined]
    const visit = { current: () => currentView, previous: () => previousView }
    const selection = recordSelections(ctx, { report: () => {}, visit })
    const open = (name: string | undefined): void => {
      if (name !== currentView) [previousView, currentView] = [currentView, name]
      key += 1
      current.value = name === undefined ? null : { key, view: view(name), params: {} }
    }
    const connect = (connectorId: string): void => {
      state.value = { status: 'connecting', connectorId }
    }
    open('@wallet-modal/connect#Connect')
    open('@wallet-modal/connect#AllWallets')
    connect('breeze')
    expect(selection.view()).toBe('AllWallets')
    state.value = { status: 'disconnected' }
    open(undefined)
    return { selection, open, connect }
  }

  it('is the view with the login for an embedded wallet, not the view of the wallet selected before', () => {
    const { selection, open, connect } = selectedInAllWallets()
    open('@wallet-modal/connect#Connect')
    open('@wallet-modal/email-social#EmailVerifyOtp')
    connect('email')
    expect(selection.view()).toBe('Connect')
  })

  it('is absent for a login outside the view Connect', () => {
    const { selection, open, connect } = selectedInAllWallets()
    open('@wallet-modal/email-social#ConnectingSocial')
    connect('email')
    expect(selection.view()).toBeUndefined()
  })

  it('is the view with the WalletConnect row for a pairing without a selected wallet', () => {
    const { selection, open } = selectedInAllWallets()
    open('@wallet-modal/connect#Connect')
    open('@wallet-modal/walletconnect#ConnectingWalletConnect')
    expect(selection.view()).toBe('Connect')
  })
})

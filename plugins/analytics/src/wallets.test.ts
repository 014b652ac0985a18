import { type Connector, type Context, effect, signal } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { recordSelections } from './wallets.js'

it('reports no view for a wallet that the site connects while the modal is closed', async () => {
  const connector = { id: 'breeze', name: 'Breeze' } as Connector
  const state = signal({ status: 'disconnected', connectorId: '' })
  const ctx = {
    all: () => signal([connector]),
    effect,
    router: { current: signal(undefined) },
    connections: { adapters: signal([{ namespace: 'eip155', state }]) },
  } as unknown as Context
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
    const breeze = { id: 'breeze', name: 'Breeze' } as Connector
    const email = { id: 'email', name: 'Email', hasOwnBlock: true } as Connector
    const state = signal({ status: 'disconnected', connectorId: '' })
    const current = signal<object | undefined>(undefined)
    let [key, previousView, currentView]: [number, string | undefined, string | undefined] = [0, undefined, undefined]
    const ctx = {
      all: () => signal([breeze, email]),
      effect,
      router: { current },
      connections: { adapters: signal([{ namespace: 'eip155', state }]) },
    } as unknown as Context
    const visit = { current: () => currentView, previous: () => previousView }
    const selection = recordSelections(ctx, { report: () => {}, visit })
    const open = (name: string | undefined): void => {
      if (name !== currentView) [previousView, currentView] = [currentView, name]
      key += 1
      current.value = name === undefined ? undefined : { key, view: { name }, params: {} }
    }
    const connect = (connectorId: string): void => {
      state.value = { status: 'connecting', connectorId }
    }
    open('@wallet-modal/connect#Connect')
    open('@wallet-modal/connect#AllWallets')
    connect('breeze')
    expect(selection.view()).toBe('AllWallets')
    state.value = { status: 'disconnected', connectorId: '' }
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

import { type Connector, type Context, effect, signal } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
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

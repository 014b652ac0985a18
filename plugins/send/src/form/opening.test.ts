// @vitest-environment happy-dom
import { networkChanged } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStage, type Stage } from '../stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const state = ({ model }: Stage) => model.opening.peek().status

/** Opens the form for a transfer on the second network, while the wallet rejects switches of the network. */
async function openDeclined(stage: Stage): Promise<void> {
  stage.fake.wallet.behaviour = 'reject'
  const params = { token: coinAssetId(stage.fake.networks[1]), amount: '1', receiver: 'fake-9' }
  stage.model.begin({ key: 1, params, resolve: () => undefined })
  await waitUntil(() => expect(state(stage)).toBe('declined'))
}

describe('a transfer on another network, to which the wallet did not switch', () => {
  it('is displayed after another attempt that succeeds', async () => {
    using stage = await createStage()
    await openDeclined(stage)
    stage.fake.wallet.behaviour = 'approve'
    stage.model.retryOpening()
    await waitUntil(() => expect(state(stage)).toBe('ready'))
    expect(stage.model.form.amount.peek().text).toBe('1')
  })

  it('is displayed once the visitor switches the network in the wallet, and again after switching away and back', async () => {
    using stage = await createStage()
    await openDeclined(stage)
    stage.fake.wallet.behaviour = 'approve'
    await stage.modal.connections.switchNetwork('fake:2')
    await waitUntil(() => expect(state(stage)).toBe('ready'))
    await stage.modal.connections.switchNetwork('fake:1')
    await waitUntil(() => expect(state(stage)).toBe('declined'))
    await stage.modal.connections.switchNetwork('fake:2')
    await waitUntil(() => expect(state(stage)).toBe('ready'))
  })

  it('stays displayed when a wallet of another chain family switches its network', async () => {
    using stage = await createStage()
    await openDeclined(stage)
    stage.fake.wallet.behaviour = 'approve'
    await stage.modal.connections.switchNetwork('fake:2')
    await waitUntil(() => expect(state(stage)).toBe('ready'))
    stage.ctx.emit(networkChanged, { namespace: 'other', caipNetworkId: 'other:1' })
    expect(state(stage)).toBe('ready')
  })
})

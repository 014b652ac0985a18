// @vitest-environment happy-dom
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { OnRampAmount, OnRampProviders } from './contract.js'
import { onramp } from './index.js'

beforeEach(() => localStorage.clear())

describe.each([OnRampProviders, OnRampAmount])('the view $name', (view) => {
  it('asks for a wallet if none is connected', async () => {
    const fake = createFakeNamespace()
    using page = await renderModal([fake.plugin(), onramp()], { networks: fake.networks, view })
    await waitUntil(() => expect(page.text()).toContain('No wallet connected'))
    expect(page.text()).not.toContain('No provider delivers to this network')
  })

  it('asks for another network if no provider delivers to the active one', async () => {
    const fake = createFakeNamespace()
    using page = await renderModal([fake.plugin(), onramp()], { networks: fake.networks, view })
    await page.modal.connections.connect(fake.wallet.connector)
    await waitUntil(() => expect(page.text()).toContain('No provider delivers to this network'))
  })
})

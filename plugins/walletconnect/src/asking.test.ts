// @vitest-environment happy-dom
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Client } from './client.js'
import { ConnectingWalletConnectBasic } from './contract.js'
import { walletconnect } from './index.js'
import { createFakeClient } from './sessions.test.steps.js'

const given = vi.hoisted((): { client?: Client } => ({}))
vi.mock('./client.js', () => ({ openClient: async () => given.client }))

afterEach(() => localStorage.clear())

test('A7: where the site disconnects while a code is shown, the visitor can ask for another', async () => {
  given.client = createFakeClient().client
  const family = createFakeNamespace('eip155')
  using page = await renderModal([family.plugin(), walletconnect({ relayUrl: 'ws://127.0.0.1:1' })], {
    networks: family.networks,
    view: ConnectingWalletConnectBasic,
  })
  const isShown = (): void => expect(page.text()).toContain('New code in')
  await waitUntil(isShown)
  await page.modal.disconnect()
  await waitUntil(() => page.click('Try again'))
  await waitUntil(isShown)
})

// @vitest-environment happy-dom
import { connectors, definePlugin } from '@wallet-modal/kernel'
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, expect, test, vi } from 'vitest'
import type { Client } from '../client/client.js'
import { ConnectingWalletConnect, ConnectingWalletConnectBasic } from '../contract.js'
import { relayError } from '../errors.js'
import { walletconnect } from '../index.js'
import { createFakeClient } from '../sessions/sessions.test.fixtures.js'

const given = vi.hoisted((): { client?: Client } => ({}))
vi.mock('../client/client.js', () => ({ openClient: async () => given.client }))

afterEach(() => localStorage.clear())

test('A7: if the site disconnects while a code is shown, the visitor can request a new one', async () => {
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

test.each([
  [[], 'Die Wallet hat kein Konto in den Netzwerken dieser Website freigegeben'],
  [['fake-1'], 'Zephyr: the wallet failed'],
])(
  'L1: a failed connect of an installed wallet with the accounts %j is explained in the visitor’s language',
  async (addresses, words) => {
    given.client = createFakeClient().client
    const family = createFakeNamespace('eip155')
    const rdns = 'example.zephyr'
    Object.assign(family.wallet, { addresses, behaviour: addresses.length > 0 ? 'fail' : 'approve' })
    const installed = definePlugin({
      name: 'installed',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, { ...family.wallet.connector, id: rdns, rdns, name: 'Zephyr' }),
    })
    using page = await renderModal([family.plugin(), installed(), walletconnect({ relayUrl: 'ws://127.0.0.1:1' })], {
      networks: family.networks,
      view: ConnectingWalletConnect,
      params: { wallet: { id: 'zephyr', name: 'Zephyr', rdns } },
    })
    page.modal.setLocale('de')
    await waitUntil(() => page.click('Öffnen'))
    await waitUntil(() => expect(page.text()).toContain('Verbindung fehlgeschlagen'))
    expect(page.text()).toContain(words)
    expect(page.text()).not.toContain('could not connect')
  },
)

test.each([
  ['JWT validation error: JWT Token is not yet valid', /clock of this device/, /time settings/],
  ['Unauthorized: origin not allowed', /does not accept the project id/, /Add the origin/],
  ['Unauthorized: invalid key', /does not accept the project id/, /Set a valid "projectId"/],
  ['', /cannot be reached/, /cannot be reached/],
])(
  'the close reason %j of the relay is explained to the visitor and to the developer',
  async (words, shown, logged) => {
    const { client } = createFakeClient()
    const trouble = relayError(new Error(`WebSocket connection closed abnormally with code: 3000 (${words})`))
    expect(trouble.message).toMatch(logged)
    const connect = (): Promise<never> => new Promise(() => undefined)
    given.client = {
      ...client,
      sign: { ...client.sign, connect } as never,
      onRelayError: (listener) => {
        setTimeout(() => listener(trouble))
        return () => null
      },
    }
    const family = createFakeNamespace('eip155')
    using page = await renderModal([family.plugin(), walletconnect({ relayUrl: 'ws://127.0.0.1:1' })], {
      networks: family.networks,
      view: ConnectingWalletConnectBasic,
    })
    await waitUntil(() => expect(page.text()).toMatch(shown))
  },
)

// @vitest-environment happy-dom
import { type ConnectOptions, connect } from '@wallet-modal/connect'
import { Downloads } from '@wallet-modal/connect/contract'
import { eip155 } from '@wallet-modal/eip155'
import { renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { walletconnect } from '@wallet-modal/walletconnect'
import { ConnectingWalletConnect } from '@wallet-modal/walletconnect/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import networks from '../../plugins/eip155/networks.json' with { type: 'json' }

const wallet = { id: 'zephyr', name: 'Zephyr', homepage: 'https://zephyr.example', mobile_link: 'zephyr://' }
const show = (projectId: string | undefined, params: object, options: ConnectOptions = {}) =>
  renderModal([eip155(), connect(options), walletconnect()], {
    networks: networks.slice(0, 1),
    ...(projectId && { projectId }),
    view: Downloads,
    params,
  })

test('the download view of a phone wallet offers to connect it, and then shows the QR code', async () => {
  using page = await show('id', { wallet })
  await waitUntil(() => expect(page.text()).toContain('Connect Zephyr'))
  page.click('Connect Zephyr')
  await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
})

test('selecting a phone wallet shows its QR code; the download view opens from there, and Back shows the code again', async () => {
  using page = await renderModal([eip155(), connect({ customWallets: [wallet] }), walletconnect()], {
    networks: networks.slice(0, 1),
    projectId: 'id',
  })
  await waitUntil(() => page.click(/Zephyr/))
  await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
  page.click('I do not have Zephyr yet')
  await waitUntil(() => expect(page.text()).toContain('Get Zephyr for your device'))
  page.click('Back')
  await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
})

test('selecting a wallet without a link, or on a site without a relay, opens its download view', async () => {
  const { mobile_link: _, ...linkless } = wallet
  for (const [custom, projectId] of [[linkless, 'id'] as const, [wallet, undefined] as const]) {
    using page = await renderModal([eip155(), connect({ customWallets: [custom] }), walletconnect()], {
      networks: networks.slice(0, 1),
      ...(projectId && { projectId }),
    })
    await waitUntil(() => page.click(/Zephyr/))
    await waitUntil(() => expect(page.text()).toContain('Get Zephyr for your device'))
  }
})

describe('the Browser tab of a wallet', () => {
  const address = '0x00000000000000000000000000000000000000aa'
  const announced = {
    async request({ method }: { readonly method: string }): Promise<unknown> {
      if (method === 'eth_chainId') return '0x1'
      return /accounts$/i.test(method) ? [address] : null
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const install = (rdns: string): void => {
    const info = { uuid: crypto.randomUUID(), name: 'Zephyr', icon: 'data:image/png;base64,AAAA', rdns }
    const announce = (): unknown =>
      dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider: announced } }))
    addEventListener('eip6963:requestProvider', announce)
    onTestFinished(() => removeEventListener('eip6963:requestProvider', announce))
  }
  const open = (more: object) =>
    renderModal([eip155(), connect(), walletconnect()], {
      networks: networks.slice(0, 1),
      projectId: 'id',
      view: ConnectingWalletConnect,
      params: { wallet: { ...wallet, ...more } },
    })

  test('connects the installed extension, recognized by its rdns', async () => {
    install('test.zephyr')
    using page = await open({ rdns: 'test.zephyr' })
    await waitUntil(() => expect(page.text()).toContain('Continue in Zephyr'))
    expect(page.text()).toMatch(/Browser ?Mobile/)
    page.click('Open')
    await waitUntil(() => expect(page.modal.connections.active.peek()?.account.address.toLowerCase()).toBe(address))
  })

  test('is not shown for an extension that has only the same name', async () => {
    install('test.other')
    using page = await open({ rdns: 'test.zephyr' })
    await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
    expect(page.text()).not.toContain('Browser')
  })

  test('links to the extension’s store if the extension is not installed', async () => {
    using page = await open({ chrome_store: 'https://zephyr.example/extension' })
    await waitUntil(() => page.click('Browser'))
    await waitUntil(() => expect(page.text()).toContain('Not Detected'))
    const link = page.dialog().querySelector<HTMLAnchorElement>('a[href="https://zephyr.example/extension"]')
    expect(link?.textContent).toContain('Chrome extension')
    page.click('Mobile')
    await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
  })

  test('switching to Mobile during the extension’s prompt prepares a QR code', async () => {
    const { request } = announced
    announced.request = (given) => (given.method === 'eth_requestAccounts' ? new Promise(() => null) : request(given))
    onTestFinished(() => void Object.assign(announced, { request }))
    install('test.zephyr')
    using page = await open({ rdns: 'test.zephyr' })
    await waitUntil(() => page.click('Open'))
    page.click('Mobile')
    await waitUntil(() => expect(page.text()).toContain('Preparing a code'))
    expect(page.modal.connections.adapter('eip155').state.peek()).toMatchObject({ connectorId: 'walletConnect' })
  })
})

test('the download view offers no connection if the wallet has no link or the site has no relay', async () => {
  const { mobile_link: _, ...linkless } = wallet
  using page = await show('id', { wallet: linkless })
  await waitUntil(() => expect(page.text()).toContain('Zephyr'))
  expect(page.text()).not.toContain('Connect Zephyr')
  using other = await show(undefined, { wallet })
  await waitUntil(() => expect(other.text()).toContain('Zephyr'))
  expect(other.text()).not.toContain('Connect Zephyr')
})

test('A5: the download view connects only after the terms are accepted', async () => {
  using page = await show('id', { wallet }, { legalCheckbox: true, termsUrl: 'https://zephyr.example/terms' })
  await waitUntil(() => expect(page.text()).toContain('Connect Zephyr'))
  await waitUntil(() => expect(page.dialog().querySelector('input[type=checkbox]')).not.toBeNull())
  page.click('Connect Zephyr')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(page.text()).not.toContain('Scan this QR Code')
  page.modal.use(connect)?.agree(true)
  await waitUntil(() => expect(page.dialog().querySelectorAll('button:disabled')).toHaveLength(0))
  page.click('Connect Zephyr')
  await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
})

// @vitest-environment happy-dom
import { type ConnectOptions, connect } from '@wallet-modal/connect'
import { Downloads } from '@wallet-modal/connect/contract'
import { eip155 } from '@wallet-modal/eip155'
import { renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { walletconnect } from '@wallet-modal/walletconnect'
import { expect, test } from 'vitest'
import networks from '../../plugins/eip155/networks.json' with { type: 'json' }

const wallet = { id: 'zephyr', name: 'Zephyr', homepage: 'https://zephyr.example', mobile_link: 'zephyr://' }
const show = (projectId: string | undefined, params: object, options: ConnectOptions = {}) =>
  renderModal([eip155(), connect(options), walletconnect()], {
    networks: networks.slice(0, 1),
    ...(projectId && { projectId }),
    view: Downloads,
    params,
  })

test('a wallet of the catalogue that lives on a phone is paired from the view that says where to get it', async () => {
  using page = await show('id', { wallet })
  await waitUntil(() => expect(page.text()).toContain('Connect Zephyr'))
  page.click('Connect Zephyr')
  await waitUntil(() => expect(page.text()).toContain('Scan this QR Code'))
})

test('there is nothing to pair with where the wallet has no link, and where the site has no relay', async () => {
  const { mobile_link: _, ...linkless } = wallet
  using page = await show('id', { wallet: linkless })
  await waitUntil(() => expect(page.text()).toContain('Zephyr'))
  expect(page.text()).not.toContain('Connect Zephyr')
  using other = await show(undefined, { wallet })
  await waitUntil(() => expect(other.text()).toContain('Zephyr'))
  expect(other.text()).not.toContain('Connect Zephyr')
})

test('A5: where the terms have to be agreed to first, help does not lead around them', async () => {
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

// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal, type Network, type WalletModal } from '../../index.js'
import { useLocale, useNetworks, useTheme } from '../index.js'

const network = (reference: string): Network => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name: `Chain ${reference}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://rpc.example'],
})
const create = (): WalletModal =>
  createWalletModal({ networks: [network('1')], theme: 'dark', locale: 'de', plugins: [], prefetch: 'never' })

const Shown = ({ modal }: { readonly modal: WalletModal }): ReactNode => {
  const { theme } = useTheme(modal)
  const { locale } = useLocale(modal)
  const { networks } = useNetworks(modal)
  return <p>{`${theme.mode} ${theme.accent} ${locale} ${networks.map(({ name }) => name)}`}</p>
}

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

it('useTheme, useLocale and useNetworks return the new values after a method of the modal has changed them', async () => {
  using modal = create()
  const page = document.createElement('div')
  await act(async () => createRoot(page).render(<Shown modal={modal} />))
  expect(page.textContent).toBe('dark undefined de Chain 1')
  await act(async () => modal.setTheme({ accent: '#123456' }))
  await act(async () => modal.setLocale('ar'))
  let remove = (): void => {}
  await act(async () => {
    remove = modal.addNetwork(network('2'))
  })
  expect(page.textContent).toBe('dark #123456 ar Chain 1,Chain 2')
  await act(async () => remove())
  expect(page.textContent).toBe('dark #123456 ar Chain 1')
})

it("A6: hydration matches the server's output, even if the browser has another language", async () => {
  using modal = create()
  const markup = renderToString(<Shown modal={modal} />)
  expect(markup).toBe('<p>dark undefined en Chain 1</p>')
  const page = document.createElement('div')
  page.append(document.createRange().createContextualFragment(markup))
  const errors: unknown[] = []
  await act(
    async () => void hydrateRoot(page, <Shown modal={modal} />, { onRecoverableError: (error) => errors.push(error) }),
  )
  expect([errors, page.textContent]).toEqual([[], 'dark undefined de Chain 1'])
})

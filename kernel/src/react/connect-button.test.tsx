// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal } from '../index.js'
import { ConnectButton } from './connect-button.js'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

it('ConnectButton registers the element, passes its props as attributes, and opens the modal', async () => {
  using modal = createWalletModal({ networks: [], plugins: [], prefetch: 'never' })
  const open = vi.fn(async () => undefined)
  const page = document.body.appendChild(document.createElement('main'))
  const button = (isDisabled: boolean) => (
    <ConnectButton
      modal={{ ...modal, open }}
      className="wide"
      label="Log in"
      loadingLabel="One moment"
      balance="hide"
      charsStart={4}
      disabled={isDisabled}
    />
  )
  const root = createRoot(page)
  await act(async () => root.render(button(true)))
  const element = page.querySelector('wallet-modal-button')
  expect(element?.outerHTML).toBe(
    '<wallet-modal-button label="Log in" balance="hide" class="wide" disabled="" loading-label="One moment" chars-start="4"></wallet-modal-button>',
  )
  await vi.waitFor(() => expect(element?.shadowRoot?.textContent).toBe('Log in'))
  await act(async () => root.render(button(false)))
  element?.shadowRoot?.querySelector('button')?.click()
  expect(open).toHaveBeenCalledTimes(1)
  await act(async () => root.unmount())
})

it('A6: a server renders the empty element, and hydration matches it', async () => {
  using modal = createWalletModal({ networks: [], plugins: [], prefetch: 'never' })
  const button = <ConnectButton modal={modal} label="Log in" />
  const markup = renderToString(button)
  expect(markup).toBe('<wallet-modal-button label="Log in"></wallet-modal-button>')
  const page = document.body.appendChild(document.createElement('main'))
  page.append(document.createRange().createContextualFragment(markup))
  const errors: unknown[] = []
  await act(async () => void hydrateRoot(page, button, { onRecoverableError: (error) => errors.push(error) }))
  expect(errors).toEqual([])
  const element = page.querySelector('wallet-modal-button')
  await vi.waitFor(() => expect(element?.shadowRoot?.textContent).toBe('Log in'))
})

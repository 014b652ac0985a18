// @vitest-environment happy-dom
import { signal } from '@wallet-modal/kernel'
import { createFakeContext, waitUntil } from '@wallet-modal/kernel/testing'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WalletImage } from '../catalogue/images.js'
import type { CatalogueWallet } from '../contract.js'
import { arrangeRows } from '../rows.js'
import GetWalletView from './get-wallet-view.js'

const image = 'data:image/png;base64,AAAA'
let box: HTMLElement
let root: ReturnType<typeof createRoot>
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(() => {
  act(() => root.unmount())
  box.remove()
})

/** Renders the view with a catalogue whose pictures have the URL `image` once they are loaded. */
async function render(recommended: readonly CatalogueWallet[], state: 'off' | 'loading' | 'ready'): Promise<void> {
  const picture = signal<WalletImage>(null)
  const catalogue = {
    state: signal(state),
    recommended: signal(recommended),
    load: () => undefined,
    image: () => picture,
    loadImage: async () => {
      picture.value = image
    },
  }
  const arrange = (wallets: readonly CatalogueWallet[]) =>
    arrangeRows({ connectors: [], recent: [], featured: [], custom: [], recommended: wallets })
  const props = { model: { catalogue, arrange }, ctx: createFakeContext(), params: undefined, resolve: () => undefined }
  await act(async () => root.render(<GetWalletView {...props} />))
}

it('loads the picture of a suggested wallet that the first list did not load', async () => {
  await render([{ id: '1', name: 'Zephyr' }], 'ready')
  await waitUntil(() => expect(box.querySelector('img')?.getAttribute('src')).toBe(image))
})

it('reports no failure if the catalogue has no wallet to suggest', async () => {
  await render([], 'ready')
  expect(box.textContent).toContain('connect.empty.title')
  expect(box.querySelector('[role="alert"]')).toBeNull()
})

it('offers to retry if the catalogue could not be loaded', async () => {
  await render([], 'off')
  expect(box.querySelector('[role="alert"]')?.textContent).toContain('get.empty')
})

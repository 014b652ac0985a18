import { bundleScript, bundleWallets } from '../../e2e/support/browser.js'
import { serveEmailSite } from '../../e2e/support/email-site.js'
import { localNetworks } from '../../e2e/support/local-networks.js'
import { servePage } from '../../e2e/support/page.js'
import type { ServedSite } from '../../e2e/support/serve.js'
import { zephyrAt } from '../../e2e/support/wallet.js'

const script = (sandboxUrl: string, more: string): string => `
  import { createWalletModal } from '@wallet-modal/kernel'
  import { defineElements } from '@wallet-modal/kernel/elements'
  import { account } from '@wallet-modal/account'
  import { connect } from '@wallet-modal/connect'
  import { eip155 } from '@wallet-modal/eip155'
  const query = new URLSearchParams(location.search)
  const modal = createWalletModal({
    metadata: { name: 'Test Site' },
    networks: ${JSON.stringify(localNetworks(sandboxUrl))},
    endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
    ...(query.has('locale') && { locale: query.get('locale') }),
    plugins: [eip155(), connect(), account()],
  })
  Object.assign(window, { modal })
  ${more}`

/** Scripts that run before each page: the probe of the tests, and an installed wallet that announces itself (EIP-6963) and signs with a real key. */
const before = async (sandboxUrl: string): Promise<readonly string[]> => [
  await bundleScript(new URL('./probe.page.ts', import.meta.url)),
  `window.testWalletPlans = ${JSON.stringify([zephyrAt(sandboxUrl)])}`,
  await bundleWallets(),
]

/** A page with its own button, and with the modal rendered by React. `?locale=` chooses the language. */
export const serveReactPage = async (sandboxUrl: string): Promise<ServedSite> =>
  servePage({
    services: [sandboxUrl],
    before: await before(sandboxUrl),
    body: '<button id="open">Open</button> <button id="other">Another thing</button> <output></output>',
    script: script(
      sandboxUrl,
      `document.querySelector('#open').onclick = () => void modal.open()
  modal.connections.active.subscribe((active) => {
    document.querySelector('output').textContent = active?.account.address ?? 'nobody'
  })`,
    ),
  })

/** A page without React: with custom elements, and the modal rendered by preact/compat. */
export const serveElementsPage = async (sandboxUrl: string): Promise<ServedSite> =>
  servePage({
    preact: true,
    services: [sandboxUrl],
    before: await before(sandboxUrl),
    body: '<wallet-modal-button></wallet-modal-button> <wallet-modal-account-button></wallet-modal-account-button> <wallet-modal-network-button></wallet-modal-network-button>',
    script: script(sandboxUrl, 'defineElements(modal)'),
  })

/** A page with email login. */
export const serveEmailPage = async (sandboxUrl: string): Promise<ServedSite> =>
  serveEmailSite(sandboxUrl, { before: [await bundleScript(new URL('./probe.page.ts', import.meta.url))] })

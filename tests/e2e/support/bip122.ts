import { bundleScript } from './browser.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

export interface Bip122Site extends ServedSite {
  readonly caipNetworkId: string
  /** Files with the PSBT code. */
  readonly sdkFiles: readonly string[]
}

interface Adapter {
  switchAccount(address: string): void
  parseAddress(text: string): Promise<string>
}

declare global {
  interface Window {
    adapter(): Adapter
    provider(): Record<string, ((request: unknown) => Promise<unknown>) | undefined>
  }
}

const caipNetworkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const regtest = {
  caipNetworkId,
  namespace: 'bip122',
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
  testnet: true,
}

/** The wallets of `bip122.page.ts` as a script for the page. */
export const bundleBitcoinWallets = (): Promise<string> => bundleScript(new URL('./bip122.page.ts', import.meta.url))

/** Finds the scripts with the PSBT code, by a text that only bitcoinjs-lib contains. */
async function findSdkFiles(url: string): Promise<readonly string[]> {
  const known = new Set(['main.js'])
  const found: string[] = []
  for (const file of known) {
    const code = await (await fetch(new URL(file, url))).text()
    if (code.includes('Cannot finalize input')) found.push(file)
    for (const [, name] of code.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) if (name) known.add(name)
  }
  return found
}

/** A production build of a page with Bitcoin only, served with the strictest Content Security Policy. */
export async function serveBip122(): Promise<Bip122Site> {
  const served = await servePage({
    services: [],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { connect } from '@wallet-modal/connect'
      import { bip122 } from '@wallet-modal/bip122'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [${JSON.stringify(regtest)}],
        plugins: [bip122(), connect()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const adapter = () => modal.connections.adapter('bip122')
      Object.assign(window, { modal, adapter, provider: () => adapter().state.value.provider })`,
  })
  return { ...served, caipNetworkId, sdkFiles: await findSdkFiles(served.url) }
}

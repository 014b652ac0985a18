import { type BlockscoutPlan, serveBlockscout } from './blockscout-server.js'
import { CHAIN, serveDefillama } from './defillama-server.js'
import type { JsonServer } from './json-server.js'
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'

/** The public services that a site without a project id asks, on loopback. */
export interface Sources {
  readonly blockscout: JsonServer
  readonly defillama: JsonServer
}

/** A production site with neither project id nor sandbox: its node is the sandbox's chain, and its sources are those of {@link Sources}. */
export async function serveSources(
  sandboxUrl: string,
  plan: Omit<BlockscoutPlan, 'rpcUrl'>,
): Promise<{ readonly site: ServedSite; readonly sources: Sources }> {
  const networks = localNetworks(sandboxUrl).map((one) => ({ ...one, testnet: false }))
  const blockscout = await serveBlockscout({ ...plan, rpcUrl: networks[0]?.rpcUrls[0] ?? '' })
  const defillama = await serveDefillama({ sandboxUrl })
  const site = await servePage({
    services: [sandboxUrl, blockscout.url, defillama.url],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { Nfts, Tokens } from '@wallet-modal/balances/contract'
      import { blockscout } from '@wallet-modal/blockscout'
      import { defillama } from '@wallet-modal/defillama'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks)},
        endpoints: { defillama: '${defillama.url}' },
        theme: new URLSearchParams(location.search).get('theme') ?? 'auto',
        plugins: [
          eip155(), connect(), account(), balances(), history(),
          defillama({ chains: [{ caipNetworkId: 'eip155:31337', chain: '${CHAIN}', coin: 'coingecko:ethereum' }] }),
          blockscout({ hosts: [{ caipNetworkId: 'eip155:31337', url: '${blockscout.url}' }] }),
        ],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, held: modal.use(balances), activity: modal.use(history), views: { Nfts, Tokens, Transactions } })`,
  })
  return { site, sources: { blockscout, defillama } }
}

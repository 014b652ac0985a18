import { type BlockscoutPlan, serveBlockscout } from './blockscout-server.js'
import { CHAIN, serveDefillama } from './defillama-server.js'
import { type EnsChain, ensAt, keys } from './ens-chain.js'
import { type EnsGateway, serveEnsGateway } from './ens-gateway.js'
import type { JsonServer } from './json-server.js'
import { localNetworks } from './local-networks.js'
import { servePage } from './page.js'
import type { ServedSite } from './serve.js'
import { ACCOUNT } from './wallet.js'

export const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Local servers for the public services that a site without a project id uses. */
export interface Sources {
  readonly blockscout: JsonServer
  readonly defillama: JsonServer
}

const avatar = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>')}`
/** Coin type of the sandbox's chain (ENSIP-11). */
export const LOCAL = 0x80000000n + 31337n

async function nameAccounts(ens: EnsChain): Promise<void> {
  await ens.register('zephyr', ACCOUNT, { avatar })
  await ens.register('friend', FRIEND, { coinType: LOCAL })
  await ens.register('elsewhere', FRIEND)
  await ens.claim(keys.holder, 'zephyr.eth')
}

/** A production build of a site without project id and sandbox plugin: its node is that of the sandbox, its services are {@link Sources}. */
export async function serveSources(
  sandboxUrl: string,
  plan: Omit<BlockscoutPlan, 'rpcUrl'>,
): Promise<{
  readonly site: ServedSite
  readonly sources: Sources
  readonly ens: EnsChain
  readonly gateway: EnsGateway
}> {
  const networks = localNetworks(sandboxUrl).map((one) => ({ ...one, testnet: false }))
  const blockscout = await serveBlockscout({ ...plan, rpcUrl: networks[0]?.rpcUrls[0] ?? '' })
  const defillama = await serveDefillama({ sandboxUrl })
  const ens = ensAt(networks[0]?.rpcUrls[0] ?? '')
  await nameAccounts(ens)
  const other = networks[1]?.rpcUrls[0] ?? ''
  // the resolver lists the sandbox's origin first. This origin is not a gateway of the site, so `ens` must use the second URL
  const gateway = await serveEnsGateway(other, sandboxUrl)
  await ens.keepOutside('base', gateway)
  await ensAt(other, 31338).register('juniper.base', FRIEND, { coinType: LOCAL })
  const site = await servePage({
    services: [sandboxUrl, blockscout.url, defillama.url, gateway.url],
    body: '<button id="open">Connect wallet</button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { balances } from '@wallet-modal/balances'
      import { Nfts, Tokens } from '@wallet-modal/balances/contract'
      import { blockscout } from '@wallet-modal/blockscout'
      import { defillama } from '@wallet-modal/defillama'
      import { connect } from '@wallet-modal/connect'
      import { ens } from '@wallet-modal/ens'
      import { send } from '@wallet-modal/send'
      import { WalletSend } from '@wallet-modal/send/contract'
      import { eip155 } from '@wallet-modal/eip155'
      import { history } from '@wallet-modal/history'
      import { Transactions } from '@wallet-modal/history/contract'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks)},
        endpoints: { defillama: '${defillama.url}' },
        theme: new URLSearchParams(location.search).get('theme') ?? 'auto',
        plugins: [
          eip155(), connect(), account(), balances(), history(), send(),
          ens({ caipNetworkId: 'eip155:31337', gateways: ['${gateway.url}'] }),
          defillama({ chains: [{ caipNetworkId: 'eip155:31337', chain: '${CHAIN}', coin: 'coingecko:ethereum' }] }),
          blockscout({ hosts: [{ caipNetworkId: 'eip155:31337', url: '${blockscout.url}' }] }),
        ],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { modal, balances: modal.use(balances), activity: modal.use(history), views: { Nfts, Tokens, Transactions, WalletSend } })`,
  })
  return { site, sources: { blockscout, defillama }, ens, gateway }
}

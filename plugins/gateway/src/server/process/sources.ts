import type { GatewayAppOptions } from '../app.js'
import { blockscoutSources } from '../sources/blockscout.js'
import { defillamaSource } from '../sources/defillama.js'
import { jsonRpcSource } from '../sources/json-rpc.js'
import { walletsCatalogue } from '../sources/wallets.js'
import type { GatewayConfig } from './config.js'
import type { Log } from './log.js'

type Sources = Pick<GatewayAppOptions, 'balances' | 'catalogue' | 'history' | 'prices' | 'rpc'>

/** Creates the sources that the configuration selects. */
export async function loadSources(config: GatewayConfig, log: Log): Promise<Sources> {
  const options = { onFault: (error: unknown) => log.info(error instanceof Error ? error.message : String(error)) }
  const rpc = config.rpc && jsonRpcSource(config.rpc, options)
  const prices = config.prices && (await defillamaSource({ ...options, ...config.defillama }))
  const catalogue = config.catalogue && (await walletsCatalogue({ certified: config.certifiedWallets }))
  const usesBlockscout = config.balances !== undefined || config.history !== undefined
  const coins = Object.fromEntries(
    config.chains.map(({ chainId, name, symbol, decimals }) => [`eip155:${chainId}`, { name, symbol, decimals }]),
  )
  const accountSources = usesBlockscout
    ? await blockscoutSources({
        ...{ ...options, ...config.blockscout, coins, hasPictures: catalogue !== undefined },
        ...(rpc && { rpc }),
        ...(prices && { prices }),
      })
    : {}
  return { ...accountSources, ...(rpc && { rpc }), ...(prices && { prices }), ...(catalogue && { catalogue }) }
}

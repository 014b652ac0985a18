import { recordsOf } from './balances-page.js'
import { type JsonServer, serveJson } from './json-server.js'

/** Name of the sandbox's chain in DefiLlama's API. */
export const CHAIN = 'sandbox'

interface DefillamaPlan {
  readonly sandboxUrl: string
  /** Confidence of every price, from 0 to 1. Default: 0.99. */
  readonly confidence?: number
}

/** Serves DefiLlama's price API with the prices of the sandbox's balance reply. */
export async function serveDefillama({ sandboxUrl, confidence = 0.99 }: DefillamaPlan): Promise<JsonServer> {
  return serveJson(async ({ pathname }) => {
    const [, list] = /^\/prices\/current\/(.+)$/.exec(decodeURIComponent(pathname)) ?? []
    if (list === undefined) return undefined
    const records = await recordsOf(sandboxUrl)
    const known = new Map(
      records.flatMap(({ address, symbol, price, quantity }) => {
        const contract = address?.replace('eip155:31337:', '').toLowerCase()
        const key = contract ? `${CHAIN}:${contract}` : 'coingecko:ethereum'
        const timestamp = Math.floor(Date.now() / 1000)
        return price === null
          ? []
          : [[key, { decimals: Number(quantity.decimals), symbol, price, timestamp, confidence }]]
      }),
    )
    const coins = Object.fromEntries(list.split(',').flatMap((key) => (known.has(key) ? [[key, known.get(key)]] : [])))
    return { json: { coins } }
  })
}

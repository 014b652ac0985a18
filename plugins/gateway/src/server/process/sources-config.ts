import { isCaipNetworkId } from '@wallet-modal/kernel'
import * as v from 'valibot'

const httpUrl = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'is not a URL that begins with http:// or https://',
  ),
)
const chainId = v.pipe(
  v.string(),
  v.check((text) => isCaipNetworkId(text), 'is not a CAIP-2 id such as "eip155:1"'),
)
const evmId = v.pipe(v.string(), v.regex(/^eip155:\d{1,32}$/, 'is not the CAIP-2 id of an EVM network'))
const oneOrMore = v.union(
  [
    v.pipe(
      httpUrl,
      v.transform((url) => [url]),
    ),
    v.pipe(v.array(httpUrl), v.minLength(1)),
  ],
  'must be a URL that begins with http:// or https://, or a list of such URLs',
)

/** Fields of the configuration that define sources of the public routes. */
export const sourceFields = {
  /** Nodes by CAIP-2 id: JSON-RPC over HTTP. */
  rpc: v.optional(v.record(chainId, oneOrMore)),
  balances: v.optional(v.literal('blockscout')),
  history: v.optional(v.literal('blockscout')),
  prices: v.optional(v.literal('defillama')),
  catalogue: v.optional(v.literal('wallets')),
  /** Ids of the catalogue's wallets that get the badge "certified". */
  certifiedWallets: v.exactOptional(v.array(v.string())),
  blockscout: v.optional(v.strictObject({ hosts: v.record(evmId, httpUrl) })),
  defillama: v.optional(
    v.strictObject({
      url: v.exactOptional(httpUrl),
      chains: v.exactOptional(
        v.record(
          chainId,
          v.strictObject({
            chain: v.pipe(v.string(), v.regex(/^[-_a-zA-Z0-9]{1,64}$/, 'is not a name such as "ethereum"')),
            coin: v.exactOptional(v.string()),
          }),
        ),
      ),
    }),
  ),
}

/** Fields that require `publicUrl`. */
const publicFields = ['rpc', 'balances', 'history', 'prices', 'catalogue', 'sourcesModule'] as const

/** Problems that concern several fields. */
export function sourceProblems(config: Readonly<Record<string, unknown>>): readonly string[] {
  const configured = publicFields.filter((name) => config[name] !== undefined)
  const [first] = configured
  const problems: string[] = []
  if (first !== undefined && config.publicUrl === undefined)
    problems.push(`"${first}" requires "publicUrl", the origin of its routes`)
  if ((config.balances === undefined) !== (config.history === undefined))
    problems.push('set both "balances" and "history", or neither')
  if (config.certifiedWallets !== undefined && config.catalogue === undefined)
    problems.push('"certifiedWallets" requires "catalogue": "wallets"')
  return problems
}
